// swift-format-ignore-file
// Made by Vectors/make_vectors.py: plistlib, zlib, hmac and urllib of Python, and openssl.

/// Requests to the example app, and what it answers, that the code under test had no part in.
enum RequestVectors {
  static let applied = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://apply?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data=eJxzdApxTirIySwuMTC4zMjEzMLKFh6WWlScmZ8X4ZxYkpqeX1QZ65yfl5aZXlqUWAIUFmAM8U3MzLnMzsHJxc0TkpFfXBJSkF9UElySUxybmZtYoJeYnJuql5yfK8h%2BkoODX1xBz8DUxtHNKyKaAQwYGSE0Ay8DKogBABuYI2g%3D",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&status=Success",
    changed: "62706c6973743030a301020354686f737454706f727453746c73080c1116000000000000010100000000000000040000000000000000000000000000001a")
  static let partlyApplied = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://apply?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data=eJxzdApxTirIySwuMTC4zMjEzMLKFh6WWlScmZ8X4ZxYkpqeX1QZ65yfl5aZXlqUWAIUFmAM8U3MzLnCzsHJxc3DyxeSkV9cElKQX1QSlpyfk19aFFmcmZ6XWFJalBqbmZtYoJeYnJuql5yfK8AQXJSaki%2FAzxDMkMqQx1DCoMCQxFAJJB0ZkhlygWIKN2zvvOHgF1fQMzC1c%2Fbwj0zPzGUAA0ZGCM3Az4AK%2BgDHejKA",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&status=Success",
    changed: "62706c6973743030a2010254686f7374597369676e6174757265080b10000000000000010100000000000000030000000000000000000000000000001a")
  static let unusable = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://apply?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data=eJxzdApxTirIySwuMTC4zMjEzMLKFh6WWlScmZ8X4ZxYkpqeX1QZ65yfl5aZXlqUWAIUFmAM8U3MzLnEzsHJFZKRX1wSUpBfVBKbmZtYoJeYnJuql5yfK9DPwS%2BuoGdgamXvEsQABoyMEJqBmwEVhAAAfA8gpQ%3D%3D",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&status=Error&errorCode=1201&errorMessage=Port%20143%20is%20not%20for%20TLS.",
    changed: nil)
  static let canceled = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://apply?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data=eJxzdApxTirIySwuMTC4zMjEzMLKFh6WWlScmZ8X4ZxYkpqeX1QZ65yfl5aZXlqUWAIUFmAM8U3MzLnMzsHJxc0TkpFfXBJSkF9UElySUxybmZtYoJeYnJuql5yfK8h%2BkoODX1xBz8DUxtHNKyKaAQwYGSE0Ay8DKogBABuYI2g%3D",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&status=Canceled",
    changed: nil)
  static let reverted = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://reset?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data=eJxzdApxTirIySwuMTC4xMjEzBIellpUnJmfF%2BKdWlkswLiIlS0kI7%2B4JKQgv6iEg1dUSkZehQEMGBkhNAM7AyrQBACsSA%2FQ",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&status=Success",
    changed: nil)
  static let ownScheme = RequestVector(
    url: "acme-mail-setup://apply?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data=eJxzdApxTirIySwuMTC4zMjEzMLKFh6WWlScmZ8X4ZxYkpqeX1QZ65yfl5aZXlqUWAIUFmAM8U3MzLnMzsHJxc0TkpFfXBJSkF9UElySUxybmZtYoJeYnJuql5yfK8h%2BkoODX1xBz8DUxtHNKyKaAQwYGSE0Ay8DKogBABuYI2g%3D",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&status=Success",
    changed: "62706c6973743030a301020354686f737454706f727453746c73080c1116000000000000010100000000000000040000000000000000000000000000001a")
  static let hostileProfile = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://apply?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&profile=a%26status%3DSuccess%23%2541%2B%20b%C3%A9%0D%0A%F0%9F%93%AC&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data=eJxzdApxTirIySwuMTC4zMjEzMLKFh6WWlScmZ8X4ZxYkpqeX1QZ65yfl5aZXlqUWAIUFmAM8U3MzLnMzsHJxc0TkpFfXBJSkF9UElySUxybmZtYoJeYnJuql5yfK8h%2BkoODX1xBz8DUxtHNKyKaAQwYGSE0Ay8DKogBABuYI2g%3D",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=a%26status%3DSuccess%23%2541%2B%20b%C3%A9%0D%0A%F0%9F%93%AC&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&status=Success",
    changed: "62706c6973743030a301020354686f737454706f727453746c73080c1116000000000000010100000000000000040000000000000000000000000000001a")
  static let wrongToken = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://apply?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f168460&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data=eJxzdApxTirIySwuMTC4zMjEzMLKFh6WWlScmZ8X4ZxYkpqeX1QZ65yfl5aZXlqUWAIUFmAM8U3MzLnMzsHJxc0TkpFfXBJSkF9UElySUxybmZtYoJeYnJuql5yfK8h%2BkoODX1xBz8DUxtHNKyKaAQwYGSE0Ay8DKogBABuYI2g%3D",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f168460&status=Error&errorCode=3&errorMessage=The%20token%20is%20not%20valid.",
    changed: nil)
  static let piece1 = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://apply?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data=eJxzdApxTirIySwuMTC4zMjEzMLKFh6WWlScmZ8X4ZxYkpqeX1QZ65yf&chunk=1&chunks=3",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&status=Success&chunk=1",
    changed: nil)
  static let piece2 = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://apply?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data=l5aZXlqUWAIUFmAM8U3MzLnMzsHJxc0TkpFfXBJSkF9UElySUxybmZtY&chunk=2&chunks=3",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&status=Success&chunk=2",
    changed: nil)
  static let piece3 = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://apply?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data=oJeYnJuql5yfK8h%2BkoODX1xBz8DUxtHNKyKaAQwYGSE0Ay8DKogBABuYI2g%3D&chunk=3&chunks=3",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&status=Success&chunk=3",
    changed: "62706c6973743030a301020354686f737454706f727453746c73080c1116000000000000010100000000000000040000000000000000000000000000001a")
  static let encrypted = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://apply?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data-x=%2Fty6mHZUMhCu4%2F%2BfSsArcH1SABosL4xgbw3mWFD6IZZ56pmvyad1HsiWAwM1IKSb78JmTJ51Ny%2FQfcXsX%2F%2BXW7O6QUYRqbBgVHxqgrvCqu4y%2BtvtlhdgxugBQZcpDH8dJLlQMw7%2B9nyk4iEdCfbHU9iBuQte2JG8Zy6%2FyXTGsF7x%2FAuW2wMkbLI6bqvlJaCb",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&status=Success",
    changed: "62706c6973743030a301020354686f737454706f727453746c73080c1116000000000000010100000000000000040000000000000000000000000000001a")
  static let encryptedForPlain = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://apply?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data-x=%2Fty6mHZUMhCu4%2F%2BfSsArcH1SABosL4xgbw3mWFD6IZZ56pmvyad1HsiWAwM1IKSb78JmTJ51Ny%2FQfcXsX%2F%2BXW7O6QUYRqbBgVHxqgrvCqu4y%2BtvtlhdgxugBQZcpDH8dJLlQMw7%2B9nyk4iEdCfbHU9iBuQte2JG8Zy6%2FyXTGsF7x%2FAuW2wMkbLI6bqvlJaCb",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&status=Error&errorCode=5&errorMessage=This%20app%20cannot%20read%20encrypted%20data.",
    changed: nil)
  static let plainForEncrypting = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://apply?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data=eJxzdApxTirIySwuMTC4zMjEzMLKFh6WWlScmZ8X4ZxYkpqeX1QZ65yfl5aZXlqUWAIUFmAM8U3MzLnMzsHJxc0TkpFfXBJSkF9UElySUxybmZtYoJeYnJuql5yfK8h%2BkoODX1xBz8DUxtHNKyKaAQwYGSE0Ay8DKogBABuYI2g%3D",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&status=Error&errorCode=6&errorMessage=This%20app%20reads%20encrypted%20data%20only.",
    changed: nil)
  static let otherKey = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://apply?token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data-x=%2Fty6mHZUMhDgX8Ad1H8Jcq9KuXdR4BcYsgzoJ5yy3yMBC22UOEWV1rl%2FsKvhxSLlE9XwVTL5rS0EKq2jeydxkOe7RC0D17s20qTL%2BFme6liAyBQGj0EjHASs617yzktRBs5wQTm6UG6Vtn%2BrTASNnQluSujFH3M1V68hLthCl8nz2%2FIuhzQt2m2CLUuF%2Fyli",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=64d67405a040f8e8056e6f403ee0cbcfdd4b171884756e4846d5b17b5f16846a&status=Error&errorCode=7&errorMessage=The%20data%20cannot%20be%20decoded.",
    changed: nil)
  static let firstNamesApplied = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://SetConfiguration?token=c01b1fac7f72ac88ffb9c0945c326d580434c9f3&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data=eJxzdPJ1TirIySwuMTC4zMjEzMLKFh6WWlScmZ8X4ZxYkpqeX1QZ65yfl5aZXlqUWAIUFmAM8U3MzLnMzsHJxc0TkpFfXBJSkF9UElySUxybmZtYoJeYnJuql5yfK8h%2BkoODX1xBz8DUxtHNKyKaAQwYGSE0Ay8DKogBABfLI2E%3D",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=c01b1fac7f72ac88ffb9c0945c326d580434c9f3&status=Success",
    changed: "62706c6973743030a301020354686f737454706f727453746c73080c1116000000000000010100000000000000040000000000000000000000000000001a")
  static let firstNamesReverted = RequestVector(
    url: "x-absolutemanageconfig.com.acme.mail://RemoveConfiguration?token=c01b1fac7f72ac88ffb9c0945c326d580434c9f3&profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&data=eJxzdPJ1TirIySwuMTC4xMjEzBIellpUnJmfF%2BKdWlkswLiIlS0kI7%2B4JKQgv6iEg1dUSkZehQEMGBkhNAM7AyrQBACqCg%2FJ",
    callback: "absoluteapps://thirdpartyprofilestatus?profile=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&token=c01b1fac7f72ac88ffb9c0945c326d580434c9f3&status=Success",
    changed: nil)
  static let anotherHouseApplied = RequestVector(
    url: "x-acme-config.com.acme.mail://configure?signature=a%20token%20of%20Acme%27s%20own&profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&body=eJxj%2BJ9UkJNZXGJgcJmRiZmFlS3MLb8oN7Ek1L0ov7QgIji1pCQzL71YgDHENzEz5zI7BycXN09IRn5xSUhBflFJcElOcWxmbmKBXmJybqpecn6uIPtJDg5%2BMRlVdR1jC1tH%2FyAGMGBkhNAMvAyoIBgAHEgfMA%3D%3D",
    callback: "acme-manager://configuration/result?profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&signature=a%20token%20of%20Acme%27s%20own&result=ok",
    changed: "00ff62706c6973743030a301020354686f737454706f727453746c73080c1116000000000000010100000000000000040000000000000000000000000000001a")
  static let anotherHouseReverted = RequestVector(
    url: "x-acme-config.com.acme.mail://revoke?signature=a%20token%20of%20Acme%27s%20own&profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&body=eJxj%2BJ9UkJNZXGJgcImRiZklzC2%2FKDexJNQvMTe1WIBxEStbSEZ%2BcUlIQX5RCQeviJSMvAoDGDAyQmgGdgZUoAkAmQ8Pjw%3D%3D",
    callback: "acme-manager://configuration/result?profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&signature=a%20token%20of%20Acme%27s%20own&result=ok",
    changed: nil)
  static let anotherHouseWrongToken = RequestVector(
    url: "x-acme-config.com.acme.mail://configure?signature=A%20token%20of%20Acme%27s%20own&profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&body=eJxj%2BJ9UkJNZXGJgcJmRiZmFlS3MLb8oN7Ek1L0ov7QgIji1pCQzL71YgDHENzEz5zI7BycXN09IRn5xSUhBflFJcElOcWxmbmKBXmJybqpecn6uIPtJDg5%2BMRlVdR1jC1tH%2FyAGMGBkhNAMvAyoIBgAHEgfMA%3D%3D",
    callback: "acme-manager://configuration/result?profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&signature=A%20token%20of%20Acme%27s%20own&result=failed&code=-3&reason=The%20token%20is%20not%20valid.",
    changed: nil)
  static let anotherHouseCanceled = RequestVector(
    url: "x-acme-config.com.acme.mail://configure?signature=a%20token%20of%20Acme%27s%20own&profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&body=eJxj%2BJ9UkJNZXGJgcJmRiZmFlS3MLb8oN7Ek1L0ov7QgIji1pCQzL71YgDHENzEz5zI7BycXN09IRn5xSUhBflFJcElOcWxmbmKBXmJybqpecn6uIPtJDg5%2BMRlVdR1jC1tH%2FyAGMGBkhNAMvAyoIBgAHEgfMA%3D%3D",
    callback: "acme-manager://configuration/result?profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&signature=a%20token%20of%20Acme%27s%20own&result=stopped",
    changed: nil)
  static let anotherHousePiece1 = RequestVector(
    url: "x-acme-config.com.acme.mail://configure?signature=a%20token%20of%20Acme%27s%20own&profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&body=eJxj%2BJ9UkJNZXGJgcJmRiZmFlS3MLb8oN7Ek1L0ov7QgIji1pCQzLw%3D%3D&part=1&parts=2",
    callback: "acme-manager://configuration/result?profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&signature=a%20token%20of%20Acme%27s%20own&result=ok&part=1",
    changed: nil)
  static let anotherHousePiece2 = RequestVector(
    url: "x-acme-config.com.acme.mail://configure?signature=a%20token%20of%20Acme%27s%20own&profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&body=vViAMcQ3MTPnMjsHJxc3T0hGfnFJSEF%2BUUlwSU5xbGZuYoFeYnJuql5yfq4g%2B0kODn4xGVV1HWMLW0f%2FIAYwYGSE0Ay8DKggGAAcSB8w&part=2&parts=2",
    callback: "acme-manager://configuration/result?profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&signature=a%20token%20of%20Acme%27s%20own&result=ok&part=2",
    changed: "00ff62706c6973743030a301020354686f737454706f727453746c73080c1116000000000000010100000000000000040000000000000000000000000000001a")
  static let anotherHouseTooManyPieces = RequestVector(
    url: "x-acme-config.com.acme.mail://configure?signature=a%20token%20of%20Acme%27s%20own&profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&body=eJxj%2BJ9UkJNZXGJgcJmRiZmFlS3MLb8oN7Ek1L0ov7QgIji1pCQzLw%3D%3D&part=1&parts=3",
    callback: "acme-manager://configuration/result?profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&signature=a%20token%20of%20Acme%27s%20own&result=failed&code=13&reason=There%20are%20too%20many%20chunks.",
    changed: nil)
  static let anotherHouseEncrypted = RequestVector(
    url: "x-acme-config.com.acme.mail://configure?signature=a%20token%20of%20Acme%27s%20own&profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&sealed=HdN%2BO7LfhWi9YzqGGMKIOyQnGIoC%2B0QP46CYc4V6ekXmiKcM7tP%2BebTsUMD12qB6barfIzhSANEC0jCfEnCTfm0CQ9hvz%2B7Oud3d1NSlP2mSZ%2BM7YF%2BloVPaxIFnmGxuw82hlMamjvobUuoF0Dmpp1Xf07tSlGMr",
    callback: "acme-manager://configuration/result?profile-id=7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F&payload-id=5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F&signature=a%20token%20of%20Acme%27s%20own&result=ok",
    changed: "00ff62706c6973743030a301020354686f737454706f727453746c73080c1116000000000000010100000000000000040000000000000000000000000000001a")
}
