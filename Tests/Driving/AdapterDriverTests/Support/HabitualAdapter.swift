import AdapterDriver
import Glibc

/// Adapters in languages whose runtimes take memory by habit. Each request leaves some 8 MiB of
/// garbage behind; the action `eat` takes 256 MiB in one piece.
enum HabitualAdapter: String, CaseIterable, CustomStringConvertible {
  case java, go, python

  var description: String { rawValue }

  /// Whether what it needs is installed.
  var isHere: Bool {
    switch self {
    case .java: system("java -version >/dev/null 2>&1") == 0
    case .go: system("go version >/dev/null 2>&1") == 0
    case .python: system("python3 --version >/dev/null 2>&1") == 0
    }
  }

  /// Writes the adapter into a folder, and compiles it where that has to be.
  func command(in folder: String) -> AdapterCommand? {
    let (name, source, make) =
      switch self {
      case .java: ("Adapter.java", Self.javaSource, "javac -d '\(folder)' '\(folder)/Adapter.java'")
      case .go:
        ("adapter.go", Self.goSource, "go build -o '\(folder)/adapter' '\(folder)/adapter.go'")
      case .python: ("adapter.py", Self.pythonSource, "true")
      }
    guard let file = fopen("\(folder)/\(name)", "w") else { return nil }
    fputs(source, file)
    fclose(file)
    guard system(make) == 0 else { return nil }
    return switch self {
    case .java: AdapterCommand(executable: "java", arguments: ["-cp", folder, "Adapter"])
    case .go: AdapterCommand(executable: folder + "/adapter")
    case .python: AdapterCommand(executable: "python3", arguments: ["-S", folder + "/adapter.py"])
    }
  }

  private static let javaSource = #"""
    import java.io.*;
    import java.util.*;
    import java.util.regex.*;

    class Adapter {
      static byte[] kept;
      public static void main(String[] words) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        Pattern head = Pattern.compile("^\\{\"id\":(\\d+),\"type\":\"(\\w+)\"");
        for (String line; (line = input.readLine()) != null; ) {
          Matcher found = head.matcher(line);
          if (!found.find()) System.exit(3);
          String type = found.group(2), reply = "\"type\":\"observed\"";
          List<byte[]> garbage = new ArrayList<>();
          for (int count = 0; count < 128; count++) garbage.add(new byte[1 << 16]);
          if (line.contains("\"eat\"")) {
            kept = new byte[256 << 20];
            Arrays.fill(kept, (byte) 1);
          }
          if (type.equals("hello")) {
            reply = "\"type\":\"hello\",\"protocol\":1,\"implementation\":{\"name\":\"J\"," +
              "\"version\":\"1\",\"language\":\"Java\"},\"suites\":{\"abt\":{}}";
          } else if (type.equals("start")) {
            reply = "\"type\":\"started\"";
          } else if (type.equals("stop")) {
            reply = "\"type\":\"stopped\"";
          }
          System.out.println("{\"id\":" + found.group(1) + "," + reply + "}");
          System.out.flush();
          if (type.equals("stop")) return;
        }
      }
    }
    """#

  private static let goSource = #"""
    package main

    import (
      "bufio"
      "encoding/json"
      "fmt"
      "os"
    )

    var kept []byte
    var garbage [][]byte

    func main() {
      lines := bufio.NewReaderSize(os.Stdin, 1<<20)
      for {
        line, err := lines.ReadBytes('\n')
        if err != nil {
          return
        }
        var request struct {
          Id           int
          Type, Action string
        }
        if json.Unmarshal(line, &request) != nil {
          os.Exit(3)
        }
        garbage = nil
        for count := 0; count < 128; count++ {
          garbage = append(garbage, make([]byte, 1<<16))
        }
        reply := `"type":"observed"`
        switch request.Type {
        case "hello":
          reply = `"type":"hello","protocol":1,"implementation":{"name":"G","version":"1","language":"Go"},"suites":{"abt":{}}`
        case "start":
          reply = `"type":"started"`
        case "stop":
          reply = `"type":"stopped"`
        }
        if request.Action == "eat" {
          kept = make([]byte, 256<<20)
          for at := 0; at < len(kept); at += 4096 {
            kept[at] = 1
          }
        }
        fmt.Printf("{\"id\":%d,%s}\n", request.Id, reply)
        if request.Type == "stop" {
          return
        }
      }
    }
    """#

  private static let pythonSource = #"""
    import json, sys

    kept = None
    for line in sys.stdin:
        request = json.loads(line)
        garbage = [bytearray(1 << 16) for _ in range(128)]
        reply = {"id": request["id"], "type": "observed"}
        if request["type"] == "hello":
            reply.update(
                type="hello", protocol=1, suites={"abt": {}},
                implementation={"name": "P", "version": "1", "language": "Python"})
        elif request["type"] in ("start", "stop"):
            reply.update(type={"start": "started", "stop": "stopped"}[request["type"]])
        elif request["action"] == "eat":
            kept = bytearray(b"x") * (256 << 20)
        print(json.dumps(reply), flush=True)
        if request["type"] == "stop":
            break
    """#
}
