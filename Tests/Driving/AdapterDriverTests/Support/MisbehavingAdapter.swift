import AdapterDriver
import Glibc

/// A small adapter in C that does what the `action` of each step says, however bad; its only
/// argument says how it behaves when it starts and stops.
enum MisbehavingAdapter {
  static func command(_ manner: String = "good") -> AdapterCommand {
    AdapterCommand(
      executable: path, arguments: [manner], environment: [("PATH", "/usr/bin:/bin"), ("A", "b=c")])
  }

  /// Compiled once for all tests and removed at exit.
  static let path: String = {
    guard let folder = strdup("/tmp/assay-adapter-XXXXXX"), mkdtemp(folder) != nil else {
      fatalError("no temporary folder")
    }
    let program = String(cString: folder) + "/adapter"
    guard let file = fopen(program + ".c", "w") else { fatalError("no source file") }
    fputs(source, file)
    fclose(file)
    guard system("cc -O1 -w -o \(program) \(program).c") == 0 else { fatalError("cc fails") }
    atexit {
      unlink(MisbehavingAdapter.path)
      unlink(MisbehavingAdapter.path + ".c")
      rmdir(String(MisbehavingAdapter.path.dropLast("/adapter".count)))
    }
    return program
  }()

  private static let source = #"""
    #define _GNU_SOURCE
    #include <dirent.h>
    #include <fcntl.h>
    #include <sched.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/ioctl.h>
    #include <sys/resource.h>
    #include <sys/stat.h>
    #include <sys/shm.h>
    #include <time.h>
    #include <unistd.h>

    static char line[8 << 20], reply[4 << 20];
    static long id;
    // How many bytes have been read that belong to later requests.
    static size_t ahead;

    static void put(const char *text) {
      size_t left = strlen(text);
      while (left > 0) {
        ssize_t count = write(1, text, left);
        if (count < 0) _exit(99);
        text += count;
        left -= count;
      }
    }

    static void answer(long number, const char *rest) {
      sprintf(reply, "{\"id\":%ld,%s}\n", number, rest);
      put(reply);
    }

    static void sleep_for_ever(void) { for (;;) pause(); }

    static char *touched(size_t count) {
      char *memory = malloc(count);
      for (size_t at = 0; at < count; at += 4096) memory[at] = 1;
      return memory;
    }

    static void inspect(void) {
      struct rlimit core, file, time;
      getrlimit(RLIMIT_CORE, &core);
      getrlimit(RLIMIT_FSIZE, &file);
      getrlimit(RLIMIT_CPU, &time);
      int open_count = 0, blocked = 0, handled = 0, processors;
      for (int number = 3; number < 1024; number++) open_count += fcntl(number, F_GETFD) >= 0;
      sigset_t mask;
      sigprocmask(SIG_BLOCK, NULL, &mask);
      for (int number = 1; number < 65; number++) {
        struct sigaction action;
        blocked += sigismember(&mask, number) == 1;
        handled += sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL;
      }
      cpu_set_t set;
      sched_getaffinity(0, sizeof set, &set);
      processors = CPU_COUNT(&set);
      char here[4096], rest[8192];
      if (!getcwd(here, sizeof here)) _exit(98);
      int variables = 0;
      for (char **next = environ; *next; next++) variables++;
      sprintf(rest,
              "\"type\":\"observed\",\"core\":%ld,\"file\":%ld,\"time\":%ld,\"open\":%d,"
              "\"blocked\":%d,\"handled\":%d,\"processors\":%d,\"directory\":\"%s\","
              "\"variables\":%d,\"A\":\"%s\",\"leader\":%s,\"blocking\":%s",
              (long)core.rlim_cur, (long)file.rlim_cur, (long)time.rlim_cur, open_count, blocked,
              handled, processors, here, variables, getenv("A"),
              getsid(0) == getpid() && getpgrp() == getpid() ? "true" : "false",
              (fcntl(0, F_GETFL) | fcntl(1, F_GETFL) | fcntl(2, F_GETFL)) & O_NONBLOCK
                  ? "false" : "true");
      answer(id, rest);
    }

    static char storage[4096];

    // Until nothing can be read of the environment of a process.
    static void await_dying(pid_t process) {
      char path[64], byte;
      sprintf(path, "/proc/%d/environ", (int)process);
      for (;;) {
        int file = open(path, O_RDONLY);
        if (file < 0) return;
        ssize_t count = read(file, &byte, 1);
        close(file);
        if (count <= 0) return;
      }
    }

    // A process that lives on in a session of its own when its parent is gone. `way` is how it gets
    // away: 'l' leaves a parent that lives, 'o' is an orphan at once, 'c' closes the pipes as well,
    // 'g' has left further generations behind it, each in a session of its own; 'd' has a parent that has no environment any more, and
    // takes its time to die.
    static void stray(char way) {
      int report[2];
      if (pipe(report) != 0) _exit(94);
      if (fork() == 0) {
        setsid();
        pid_t parent = getpid();
        if (way != 'l' && fork() != 0) {
          if (way == 'd') touched(256 << 20);
          _exit(0);
        }
        if (way == 'd') await_dying(parent);
        for (int generation = 0; way == 'g' && generation < 5; generation++) {
          if (fork() != 0) sleep_for_ever();
          setsid();
        }
        pid_t self = getpid();
        if (way == 'c') { close(0); close(1); close(2); }
        if (write(report[1], &self, sizeof self) < 0) _exit(93);
        close(report[1]);
        sleep_for_ever();
      }
      pid_t found = 0;
      if (read(report[0], &found, sizeof found) != sizeof found) _exit(92);
      char rest[64];
      sprintf(rest, "\"type\":\"observed\",\"stray\":%d", (int)found);
      answer(id, rest);
    }

    static void tell_environment(void) {
      char *rest = reply + (1 << 20);
      int at = sprintf(rest, "\"type\":\"observed\",\"environment\":{");
      for (char **next = environ; *next; next++) {
        int name = (int)strcspn(*next, "=");
        at += sprintf(rest + at, "%s\"%.*s\":\"%s\"", next == environ ? "" : ",", name, *next,
                      *next + name + 1);
      }
      sprintf(rest + at, "}");
      answer(id, rest);
    }

    static void tell_storage(void) {
      char path[8192], rest[8192];
      sprintf(path, "%s/mark", storage);
      FILE *mark = fopen(path, "r");
      if (mark) fclose(mark);
      sprintf(rest, "\"type\":\"observed\",\"storage\":\"%s\",\"marked\":%s,\"process\":%d", storage,
              mark ? "true" : "false", (int)getpid());
      answer(id, rest);
    }

    static void mark_storage(void) {
      char path[8192];
      sprintf(path, "%s/mark", storage);
      fclose(fopen(path, "w"));
      // A folder that can't be looked into must not stay behind either.
      sprintf(path, "%s/closed", storage);
      mkdir(path, 0700);
      strcat(path, "/within");
      fclose(fopen(path, "w"));
      *strrchr(path, '/') = 0;
      chmod(path, 0);
    }

    static void act(const char *action) {
      const char *good = "\"type\":\"observed\",\"handled\":true";
    #define IS(name) (strcmp(action, name) == 0)
      if (IS("abort")) abort();
      if (IS("wild")) *(volatile int *)8 = 1;
      if (IS("exit 3")) _exit(3);
      if (IS("exit 0")) _exit(0);
      if (IS("garbage")) { put("Hello, world\n"); return; }
      if (IS("blank line")) { put("\n"); return; }
      if (IS("bad UTF-8")) { answer(id, "\"type\":\"observed\",\"x\":\"\xC3(\""); return; }
      if (IS("wrong id")) { answer(id + 5, good); return; }
      if (IS("wrong kind")) { answer(id, "\"type\":\"started\""); return; }
      if (IS("unknown kind")) { answer(id, "\"type\":\"perceived\""); return; }
      if (IS("nested")) {
        size_t at = sprintf(reply, "{\"id\":%ld,\"type\":\"observed\",\"x\":", id);
        memset(reply + at, '[', 1 << 20);
        memset(reply + at + (1 << 20), ']', 1 << 20);
        strcpy(reply + at + (2 << 20), "}\n");
        put(reply);
        return;
      }
      if (IS("repeated key")) { answer(id, "\"type\":\"observed\",\"x\":1,\"x\":2"); return; }
      if (IS("twice")) {
        sprintf(reply, "{\"id\":%ld,%s}\n{\"id\":%ld,%s}\n", id, good, id, good);
        put(reply);
        return;
      }
      if (IS("chatter")) {
        sprintf(reply, "{\"id\":%ld,%s}\nLoading", id, good);
        put(reply);
        return;
      }
      if (IS("twice in two")) { answer(id, good); answer(id, good); return; }
      if (IS("twice later")) {
        answer(id, good);
        char byte;
        if (read(0, &byte, 1) == 1) answer(id, good);
        sleep_for_ever();
      }
      if (IS("exit after")) { answer(id, good); _exit(7); }
      if (IS("exit soon")) { answer(id, good); usleep(100000); _exit(7); }
      if (IS("close soon")) { answer(id, good); usleep(100000); close(1); sleep_for_ever(); }
      if (IS("close output")) { close(1); sleep_for_ever(); }
      if (IS("close within")) { put("{\"id\":"); close(1); sleep_for_ever(); }
      if (IS("close and exit")) { close(1); usleep(50000); _exit(6); }
      if (IS("close input")) { close(0); answer(id, good); sleep_for_ever(); }
      if (IS("deaf")) { answer(id, good); sleep_for_ever(); }
      if (IS("byte by byte")) {
        int count = sprintf(reply, "{\"id\":%ld,%s}\n", id, good);
        for (int at = 0; at < count; at++) {
          if (write(1, reply + at, 1) != 1) _exit(99);
          usleep(500);
        }
        return;
      }
      if (IS("dribble")) for (;;) { put(" "); usleep(1000); }
      if (IS("endless line")) for (;;) put("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
      if (IS("long")) {
        char *rest = malloc(3 << 20);
        strcpy(rest, "\"type\":\"observed\",\"filler\":\"");
        memset(rest + strlen(rest), 0, 1);
        size_t at = strlen(rest);
        memset(rest + at, 'x', 2 << 20);
        strcpy(rest + at + (2 << 20), "\"");
        answer(id, rest);
        free(rest);
        return;
      }
      if (IS("medium")) {
        static char rest[40000];
        strcpy(rest, "\"type\":\"observed\",\"filler\":\"");
        size_t at = strlen(rest);
        memset(rest + at, 'x', 30000);
        strcpy(rest + at + 30000, "\"");
        answer(id, rest);
        return;
      }
      if (IS("look")) {
        // Whoever sends more than one request at a time has done so by now.
        usleep(50000);
        int waiting = 0;
        char rest[64];
        ioctl(0, FIONREAD, &waiting);
        sprintf(rest, "\"type\":\"observed\",\"waiting\":%ld", (long)ahead + waiting);
        answer(id, rest);
        return;
      }
      if (IS("nap")) usleep(50000);
      if (IS("long nap")) usleep(1500000);
      if (IS("nap of 10 s")) for (int i = 0; i < 10; i++) usleep(1000000);
      if (IS("work")) {
        struct timespec used;
        do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used); while (used.tv_sec == 0 && used.tv_nsec < 300000000);
      }
      if (IS("stop signal")) { raise(SIGSTOP); sleep_for_ever(); }
      if (IS("no SIGTERM")) { signal(SIGTERM, SIG_IGN); answer(id, good); sleep_for_ever(); }
      if (IS("grandchild")) { if (fork() == 0) sleep_for_ever(); _exit(5); }
      if (IS("quiet grandchild")) { if (fork() == 0) sleep_for_ever(); answer(id, good); return; }
      if (IS("half a line")) { put("{\"id\":"); _exit(4); }
      if (IS("spin")) for (;;) {}
      if (IS("errors")) {
        char block[4096];
        memset(block, 'e', sizeof block);
        for (int at = 0; at < 512; at++) if (write(2, block, sizeof block) < 0) _exit(97);
        if (write(2, "the end", 7) < 0) _exit(97);
        answer(id, good);
        return;
      }
      if (IS("errors for ever")) for (;;) if (write(2, "eeeeeeeeeeeeeeee", 16) < 0) _exit(97);
      if (IS("last words")) { fprintf(stderr, "I die because of 42"); abort(); }
      if (IS("hang")) sleep_for_ever();
      if (IS("unsupported")) { answer(id, "\"type\":\"unsupported\",\"reason\":\"no such\""); return; }
      if (IS("failure")) { answer(id, "\"type\":\"failure\",\"message\":\"oh\""); return; }
      if (IS("inspect")) { inspect(); return; }
      if (strncmp(action, "stray ", 6) == 0) { stray(action[6]); return; }
      if (IS("environment")) { tell_environment(); return; }
      if (IS("storage")) { tell_storage(); return; }
      if (IS("mark storage")) mark_storage();
      if (IS("grow 20")) { free(touched(20 << 20)); answer(id, good); return; }
      if (IS("grow once")) { static char *kept; if (!kept) kept = touched(64 << 20); }
      if (IS("processes")) {
        struct rlimit limit;
        getrlimit(RLIMIT_NPROC, &limit);
        char rest[64];
        sprintf(rest, "\"type\":\"observed\",\"processes\":%ld", (long)limit.rlim_cur);
        answer(id, rest);
        return;
      }
      if (IS("late")) { answer(id, "\"type\":\"observed\",\"late\":[{}]"); return; }
      if (IS("late unsupported")) {
        answer(id, "\"type\":\"unsupported\",\"reason\":\"no such\",\"late\":[{}]");
        return;
      }
      if (IS("late failure")) {
        answer(id, "\"type\":\"failure\",\"message\":\"oh\",\"late\":[{}]");
        return;
      }
      if (IS("chatter soon")) { answer(id, good); usleep(100000); put("Loading"); return; }
      if (IS("eat soon")) { answer(id, good); usleep(50000); touched(400 << 20); sleep_for_ever(); }
      if (IS("eat")) { touched(400 << 20); sleep_for_ever(); }
      if (IS("eat and free")) { free(touched(64 << 20)); answer(id, good); return; }
      if (IS("big file")) {
        FILE *file = tmpfile();
        for (int at = 0; at < 100; at++) { fwrite(line, 1, 4096, file); fflush(file); }
      }
      if (IS("count edges")) {
        unsigned char *map = shmat(atoi(getenv("__AFL_SHM_ID")), NULL, 0);
        map[0]++, map[77] += 3;
        shmdt(map);
      }
      answer(id, good);
    }

    static int member(const char *name, char *value) {
      char wanted[64];
      sprintf(wanted, "\"%s\":\"", name);
      char *found = strstr(line, wanted);
      if (!found) return 0;
      found += strlen(wanted);
      size_t length = strcspn(found, "\"");
      memcpy(value, found, length);
      value[length] = 0;
      return 1;
    }

    int main(int count, char **arguments) {
      const char *manner = count > 1 ? arguments[1] : "good";
      char type[256], action[256], rest[512];
    #define HAS(name) (strcmp(manner, name) == 0)
      if (HAS("exits at once")) { fprintf(stderr, "no licence"); return 3; }
      setvbuf(stdin, NULL, _IONBF, 0);
      size_t end = 0;
      for (;;) {
        char *feed;
        while (!(feed = memchr(line, '\n', end))) {
          ssize_t got = read(0, line + end, sizeof line - end);
          if (got <= 0) return 0;
          end += got;
        }
        *feed = 0;
        id = atol(line + 6);
        ahead = end - (feed + 1 - line);
        if (!member("type", type)) return 96;
        if (strcmp(type, "hello") == 0) {
          if (HAS("dies at hello")) abort();
          if (HAS("slow")) usleep(300000);
          if (HAS("silent")) sleep_for_ever();
          if (HAS("talks")) put("Welcome to Acme\n");
          if (HAS("failing")) { answer(id, "\"type\":\"failure\",\"message\":\"no database\""); }
          else if (HAS("no hello")) { answer(id, "\"type\":\"observed\""); }
          else {
            sprintf(rest, "\"type\":\"hello\",\"protocol\":%d,\"implementation\":{\"name\":\"M\","
                    "\"version\":\"1\",\"language\":\"C\"},\"suites\":{\"abt\":{}}%s",
                    HAS("other protocol") ? 2 : 1, HAS("fresh") ? ",\"freshProcess\":true" : "");
            answer(id, rest);
          }
          if (HAS("dies after hello")) _exit(8);
        } else if (strcmp(type, "start") == 0) {
          storage[0] = 0;
          member("storage", storage);
          static int starts;
          if (++starts == 2 && HAS("dies at the second start")) abort();
          if (HAS("no start")) answer(id, "\"type\":\"unsupported\",\"reason\":\"dialect\"");
          else answer(id, "\"type\":\"started\"");
        } else if (strcmp(type, "stop") == 0) {
          if (HAS("mute")) return 0;
          answer(id, "\"type\":\"stopped\"");
          if (HAS("stubborn")) { signal(SIGTERM, SIG_IGN); sleep_for_ever(); }
          if (HAS("dies at stop")) abort();
          return HAS("bad status") ? 2 : 0;
        } else if (strcmp(type, "calibrate") == 0) {
          if (HAS("dies of the unknown")) abort();
          if (HAS("silent at the unknown")) sleep_for_ever();
          if (HAS("slow")) usleep(10000);
          answer(id, "\"type\":\"unsupported\",\"reason\":\"what?\"");
        } else {
          if (!member("action", action)) return 95;
          act(action);
        }
        end -= feed + 1 - line;
        memmove(line, feed + 1, end);
      }
    }
    """#
}
