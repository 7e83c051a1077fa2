import Anatomy
import Forge
import Testing
import WireFormat

@testable import Reporting

/// The printed text, to the character.
struct ExplanationTextTests {
  @Test func aSoundRequestIsToldLayerByLayer() {
    #expect(
      ExplainedSamples.text(ExplainedSamples.request()) == """
        REQUEST  329 bytes
          URL > Base64 > zlib > Magic > Property list > Value
          Every layer reads to its end.

        URL  329 bytes
          reads to its end
          0000  x-absolutemanageconfig.com.acme.   the default scheme of the app
                app:
          0024  //apply                            the verb
          002B  ?token=                            parameter 1
          0032  48a7f7a820ed96384ed775646b3a83e2     the right token
                360d169ecb3f63ff98ca9a47c5c1e046
          0072  &profile=                          parameter 2
          007B  P%201                                UUID of the profile
          007C  %20                                    1 escape: " "
          0080  &payload=                          parameter 3
          0089  Q2                                   UUID of the payload
          008B  &data=                             parameter 4
          0091  eJwAZACb%2F0FCVENicGxpc3QwMNIBAg     data: 180 characters of Base64, taken apart below
                MEV1ZlcnNpb25dQ29uZmlndXJhdGlvbh
                … 120 more bytes
          0099  %2F                                    1 escape: "/"
          0127  %2F                                    1 escape: "/"

        Base64 of data  180 bytes
          reads to its end
          0000  eJwAZACb/0FCVENicGxpc3QwMNIBAgME   45 groups of 4 characters: 135 bytes → 78 9C 00 64 00 9B
                V1ZlcnNpb25dQ29uZmlndXJhdGlvbhAB   FF 41 … 127 more bytes
                … 116 more bytes

        zlib of data  135 bytes
          reads to its end
          0000  78                       x         CMF: method 8 (deflate), window of 32,768 bytes
          0001  9C                       .         FLG: check 28, level 2 of 0 to 3
          0002  00 64 00 9B FF 41 42 54  .d...ABT  block 1: stored; 100 bytes
                43 62 70 6C 69 73 74 30  Cbplist0  bits 16 to 855 → bytes 0000 to 0063
                … 89 more bytes
          006B  01 13 00 EC FF 00 00 09  ........  block 2: the last one, stored; 19 bytes
                00 00 00 00 00 00 00 00  ........  bits 856 to 1,047 → bytes 0064 to 0076
                … 8 more bytes
          0083  79 DF 1C 38              y..8      Adler-32 of what is unpacked: right

        Magic of data  119 bytes
          reads to its end
          0000  41 42 54 43              ABTC      the magic
          0004  62 70 6C 69 73 74 30 30  bplist00  the property list
                D2 01 02 03 04 57 56 65  .....WVe
                … 99 more bytes

        Property list of data  115 bytes
          reads to its end
          0000  62 70 6C 69 73 74 30 30  bplist00  header: a binary property list of version 00
          0008  D2 01 02 03 04           .....     object 0, the top: dictionary of 2 pairs: objects 1 → 3,
                                                   2 → 4
          000D  57 56 65 72 73 69 6F 6E  WVersion  object 1: ASCII text of 7 bytes: "Version"
          0015  5D 43 6F 6E 66 69 67 75  ]Configu  object 2: ASCII text of 13 bytes: "Configuration"
                72 61 74 69 6F 6E        ration
          0023  10 01                    ..        object 3: integer 1
          0025  D2 05 06 07 08           .....     object 4: dictionary of 2 pairs: objects 5 → 7, 6 → 8
          002A  54 68 6F 73 74           Thost     object 5: ASCII text of 4 bytes: "host"
          002F  54 70 6F 72 74           Tport     object 6: ASCII text of 4 bytes: "port"
          0034  5F 10 10 6D 61 69 6C 2E  _..mail.  object 7: ASCII text of 16 bytes: "mail.example.com"
                65 78 61 6D 70 6C 65 2E  example.
                … 3 more bytes
          0047  11 03 E1                 ...       object 8: integer 993
          004A  08 0D 15 23 25 2A 2F 34  ...#%*/4  table of offsets, 9 entries of 1 byte: 0x08 0x0D 0x15
                47                       G         0x23 0x25 0x2A 0x2F 0x34 0x47
          0053  00 00 00 00 00 00        ......    trailer: unused
          0059  01                       .         trailer: 1 byte for each offset
          005A  01                       .         trailer: 1 byte for each reference
          005B  00 00 00 00 00 00 00 09  ........  trailer: 9 objects
          0063  00 00 00 00 00 00 00 00  ........  trailer: object 0 is the top
          006B  00 00 00 00 00 00 00 4A  .......J  trailer: the table of offsets begins at 0x4A

        Value of data
          reads to its end
          dictionary of 2 pairs
            "Version": integer 1
            "Configuration": dictionary of 2 pairs
              "host": "mail.example.com"
              "port": integer 993

        """)
  }

  @Test func aCallbackIsToldWithItsChangedKeys() {
    #expect(
      ExplainedSamples.text(ExplainedSamples.callback) == """
        CALLBACK  201 bytes
          URL > Base64 > zlib > Property list > Value
          Every layer reads to its end.

        URL  201 bytes
          reads to its end
          0000  absoluteapps://thirdpartyprofile   the dialect's callback address
                status
          0026  ?profile=                          parameter 1
          002F  P%201                                UUID of the profile, as it was sent
          0030  %20                                    1 escape: " "
          0034  &payload=                          parameter 2
          003D  Q2                                   UUID of the payload, as it was sent
          003F  &token=                            parameter 3
          0046  t                                    the token, as it was sent
          0047  &status=                           parameter 4
          004F  Success                              the status
          0056  &changedValues=                    parameter 5
          0065  eJwBOADH%2F2JwbGlzdDAwogECVGhvc3     the changed keys: 92 characters of Base64, taken apart
                RUcG9ydAgLEAAAAAAAAAEBAAAAAAAAAA     below
                … 36 more bytes
          006D  %2F                                    1 escape: "/"
          00BF  %2F                                    1 escape: "/"
          00C3  %3D%3D                                 2 escapes: "=="

        Base64 of changedValues  92 bytes
          reads to its end
          0000  eJwBOADH/2JwbGlzdDAwogECVGhvc3RU   22 groups of 4 characters: 66 bytes → 78 9C 01 38 00 C7
                cG9ydAgLEAAAAAAAAAEBAAAAAAAAAAMA   FF 62 … 59 more bytes
                … 24 more bytes
          0058  /A                                 2 characters: 1 byte, and 4 unused bits → FC
          005A  ==                                 padding: 2 characters

        zlib of changedValues  67 bytes
          reads to its end
          0000  78                       x         CMF: method 8 (deflate), window of 32,768 bytes
          0001  9C                       .         FLG: check 28, level 2 of 0 to 3
          0002  01 38 00 C7 FF 62 70 6C  .8...bpl  block 1: the last one, stored; 56 bytes
                69 73 74 30 30 A2 01 02  ist00...  bits 16 to 503 → bytes 0000 to 0037
                … 45 more bytes
          003F  67 87 07 FC              g...      Adler-32 of what is unpacked: right

        Property list of changedValues  56 bytes
          reads to its end
          0000  62 70 6C 69 73 74 30 30  bplist00  header: a binary property list of version 00
          0008  A2 01 02                 ...       object 0, the top: array of 2 elements: objects 1 2
          000B  54 68 6F 73 74           Thost     object 1: ASCII text of 4 bytes: "host"
          0010  54 70 6F 72 74           Tport     object 2: ASCII text of 4 bytes: "port"
          0015  08 0B 10                 ...       table of offsets, 3 entries of 1 byte: 0x08 0x0B 0x10
          0018  00 00 00 00 00 00        ......    trailer: unused
          001E  01                       .         trailer: 1 byte for each offset
          001F  01                       .         trailer: 1 byte for each reference
          0020  00 00 00 00 00 00 00 03  ........  trailer: 3 objects
          0028  00 00 00 00 00 00 00 00  ........  trailer: object 0 is the top
          0030  00 00 00 00 00 00 00 15  ........  trailer: the table of offsets begins at 0x15

        Value of changedValues
          reads to its end
          array of 2 elements
            [0] "host"
            [1] "port"

        """)
  }

  @Test func noiseIsToldWithWhatShouldStandThere() {
    #expect(
      ExplainedSamples.text(ExplainedSamples.noise) == """
        REQUEST  200 bytes
          URL
          To be refused, in the layer URL: without a scheme it is none of the app's (ABT-URL-03).

        URL  200 bytes
          to be refused, at 0x0000: without a scheme it is none of the app's (ABT-URL-03)
        ! 0000                                     the scheme should stand here
                                                   without a scheme it is none of the app's (ABT-URL-03)
        ~ 0000                                     // and the verb should stand here
                                                   what readers do without // is not laid down (section 4.1)
        ~ 0000  07 9E 35 CC 63 FA 91 28  ..5.c..(  path
                BF 56 ED 84 1B B2 49 E0  .V....I.  a request has none (ABT-URL-15)
                … 52 more bytes
        ! 0044                                     parameters should stand here
                                                   there are none (ABT-URL-19)
        ~ 0044  23 BA 51 E8 7F 16 AD 44  #.Q....D  fragment
                DB 72 09 A0 37 CE 65 FC  .r..7.e.  a request has none (ABT-URL-15)
                … 116 more bytes

        """)
  }

  @Test func aKeyThatFitsIsNamed() {
    #expect(
      ExplainedSamples.paragraph(
        "Blowfish",
        of: ExplainedSamples.encrypted(
          .slippedKey(.secretFirst, iv: ExplainedSamples.vector))) == """
          Blowfish of data-x  144 bytes
            to be refused, at 0x0088: the last block has no valid padding (ABT-ENC-06)
          ~ 0000  01 02 03 04 05 06 07 08  ........  initialisation vector
                                                     it decrypts under another key: the secret is hashed in
                                                     front of the bundle identifier
            0008  6C FD 12 3F 3D 78 5F 74  l..?=x_t  block 1 of 17 → F8 43 D8 B2 C3 6B CE 16
            0010  E0 29 92 78 97 F2 E2 21  .).x...!  block 2 of 17 → 4C 2E BF B6 41 87 37 70
            0018  6D D1 A9 48 AF 83 8E C5  m..H....  block 3 of 17 → D5 53 09 A1 F1 33 42 6E
            0020  4D 50 CD 01 99 5E 99 72  MP...^.r  block 4 of 17 → DA EE 05 3B 8A 36 A2 57
            0028  1A D9 DF FC 9F 21 43 3C  .....!C<  block 5 of 17 → A0 2E 97 09 DC 30 A8 54
                                                     … 11 more blocks
          ! 0088  59 05 F3 45 4B 06 45 C8  Y..EK.E.  block 17 of 17 → BB 5A E7 BF 21 C8 05 1B
                                                     the last block has no valid padding (ABT-ENC-06)
          """)
  }

  @Test func blocksOfCiphertextStandBesideTheirContent() {
    #expect(
      ExplainedSamples.paragraph(
        "Blowfish", of: ExplainedSamples.encrypted(.canonical(iv: ExplainedSamples.vector))) == """
          Blowfish of data-x  144 bytes
            reads to its end
            0000  01 02 03 04 05 06 07 08  ........  initialisation vector
            0008  E4 44 9C FF 07 50 DA 74  .D...P.t  block 1 of 17 → 78 9C 00 64 00 9B FF 41
            0010  AF C6 9F 3B AE 0A D6 EF  ...;....  block 2 of 17 → 42 54 43 62 70 6C 69 73
            0018  BE 26 0F DC B4 AC A2 17  .&......  block 3 of 17 → 74 30 30 D2 01 02 03 04
            0020  A5 74 A4 AB FA A9 DB 90  .t......  block 4 of 17 → 57 56 65 72 73 69 6F 6E
            0028  AC 52 D2 9C 43 54 89 2B  .R..CT.+  block 5 of 17 → 5D 43 6F 6E 66 69 67 75
                                                     … 11 more blocks
            0088  67 49 21 BC 6C 75 6E BE  gI!.lun.  block 17 of 17, 1 of its bytes padding → 00 00 4A 79 DF
                                                     1C 38 01
          """)
  }

  @Test func aListThatHoldsItselfIsToldWhereItDoes() {
    #expect(
      ExplainedSamples.paragraph("Property list", of: ExplainedSamples.cycle) == """
        Property list of data  52 bytes
          to be refused, at 0x0008: a container holds itself, directly or through others (ABT-DATA-07)
          0000  62 70 6C 69 73 74 30 30  bplist00  header: a binary property list of version 00
        ! 0008  D2 01 02 00 09           .....     object 0, the top: dictionary of 2 pairs: objects 1 → 0,
                                                   2 → 9
                                                   a container holds itself, directly or through others
                                                   (ABT-DATA-07)
          000D  51 61                    Qa        object 1: ASCII text of 1 byte: "a"
          000F  51 1B                    Q.        object 2: ASCII text of 1 byte: "\\u{1B}"
          0011  08 0D 0F                 ...       table of offsets, 3 entries of 1 byte: 0x08 0x0D 0x0F
          0014  00 00 00 00 00 00        ......    trailer: unused
          001A  01                       .         trailer: 1 byte for each offset
          001B  01                       .         trailer: 1 byte for each reference
          001C  00 00 00 00 00 00 00 03  ........  trailer: 3 objects
          0024  00 00 00 00 00 00 00 00  ........  trailer: object 0 is the top
          002C  00 00 00 00 00 00 00 11  ........  trailer: the table of offsets begins at 0x11
        """)
  }

  @Test func aTreeThatHoldsItselfEndsThere() {
    #expect(
      ExplainedSamples.paragraph("Value", of: ExplainedSamples.cycle) == """
        Value of data
          not read: the list must be refused
          dictionary of 2 pairs
        ~   "a": object 0 again, which holds this
                the references go in a circle
        ~   "\\u{1B}": object 9, which there is not
                a reference names an object that does not exist
        """)
  }

  @Test func aPieceIsShownAsItIs() {
    #expect(
      ExplainedSamples.paragraph(
        "Piece", of: ExplainedSamples.request { $0.chunk = ChunkLayer(index: 2, of: 3) }) == """
          Piece of data  45 bytes
            not read: it takes the other pieces to read what is inside
            0000  6E 10 01 D2 05 06 07 08  n.......  piece 2 of 3: 45 bytes
                  54 68 6F 73 74 54 70 6F  ThostTpo
                  72 74 5F 10 10 6D 61 69  rt_..mai
                  6C 2E 65 78 61 6D 70 6C  l.exampl
                  65 2E 63 6F 6D 11 03 E1  e.com...
                  08 0D 15 23 25           ...#%
          """)
  }

  @Test func whatTheDictionaryLacksIsTold() {
    #expect(
      ExplainedSamples.paragraph("Value", of: ExplainedSamples.oddDictionary) == """
        Value of data
          to be refused, at 0x0008: the version is not 1 (ABT-DICT-02)
          dictionary of 2 pairs
        !   "Version": integer 2
                the version is not 1 (ABT-DICT-02)
        ~   "x\\u{202E}\\u{1B}[31m": "y"
                a key that the protocol does not know (ABT-DICT-08)
        !   "Configuration" should stand here
                the configuration is missing or no dictionary (ABT-DICT-06)
        """)
  }

  @Test func aBombIsToldWithTheBlockThatPassesTheLimit() {
    let text = ExplainedSamples.text(
      ExplainedSamples.request { $0.compression = .bomb(count: 1 << 24) })
    #expect(text.contains("URL > Base64 > zlib > Unpacked part\n"))
    #expect(text.contains("the data unpacks to more than the limit: 1048576 bytes"))
    #expect(text.contains("bytes unread\n"))
    #expect(text.contains("ABTCbpli  what the stream unpacks to until it breaks\n"))
    #expect(text.split(separator: "\n").count < 70)
  }
}
