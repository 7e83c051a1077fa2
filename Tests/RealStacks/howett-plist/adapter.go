// The module howett.net/plist, in Go.
package main

/*
#cgo CFLAGS: -O2
#cgo LDFLAGS: -lz -lcrypto
#include <stdlib.h>
#include "foreign_stack.h"

extern bool readList(uint8_t *bytes, size_t length, foreign_values *values);
extern void writeList(foreign_strings *strings, foreign_written *written);

static bool read_list(const uint8_t *bytes, size_t length, foreign_values *values) {
  return readList((uint8_t *)bytes, length, values);
}

static void write_list(const foreign_strings *strings, foreign_written *written) {
  writeList((foreign_strings *)strings, written);
}

static int serve(const char *name, const char *version) {
  return foreign_serve(name, version, "Go", read_list, write_list);
}
*/
import "C"

import (
	"bytes"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"time"
	"unsafe"

	"howett.net/plist"
)

var catchesAll = len(os.Args) > 1 && os.Args[1] == "--catch-all"

//export readList
func readList(content *C.uint8_t, length C.size_t, values *C.foreign_values) C.bool {
	list, isRead := read(C.GoBytes(unsafe.Pointer(content), C.int(length)))
	return C.bool(isRead) && put(list, values)
}

// read passes on what the decoder says of a binary list. It reads other formats, too.
func read(content []byte) (list any, isRead bool) {
	if catchesAll {
		defer func() {
			if recover() != nil {
				list, isRead = nil, false
			}
		}()
	}
	decoder := plist.NewDecoder(bytes.NewReader(content))
	err := decoder.Decode(&list)
	return list, err == nil && decoder.Format == plist.BinaryFormat
}

// put copies a value. False for what cannot be shown: UIDs, and too much.
func put(value any, values *C.foreign_values) C.bool {
	switch value := value.(type) {
	case string:
		return C.foreign_string(values, pointer(value), C.size_t(len(value)))
	case []byte:
		return C.foreign_data(values, pointer(string(value)), C.size_t(len(value)))
	case int64:
		return C.foreign_integer(values, C.int64_t(value))
	case uint64:
		if value <= math.MaxInt64 {
			return C.foreign_integer(values, C.int64_t(value))
		}
		digits := strconv.FormatUint(value, 10)
		return C.foreign_big_integer(values, pointer(digits), C.size_t(len(digits)))
	case float64:
		return C.foreign_real(values, C.double(value))
	case float32:
		return C.foreign_real(values, C.double(value))
	case bool:
		return C.foreign_boolean(values, C.bool(value))
	case time.Time:
		seconds := float64(value.Unix()-978307200) + float64(value.Nanosecond())/1e9
		return C.foreign_date(values, C.double(seconds))
	case []any:
		if !C.foreign_begin_array(values) {
			return false
		}
		for _, element := range value {
			if !put(element, values) {
				return false
			}
		}
		return C.foreign_end(values)
	case map[string]any:
		if !C.foreign_begin_dictionary(values) {
			return false
		}
		for key, member := range value {
			if !C.foreign_key(values, pointer(key), C.size_t(len(key))) || !put(member, values) {
				return false
			}
		}
		return C.foreign_end(values)
	}
	return false
}

func pointer(text string) *C.uint8_t {
	if len(text) == 0 {
		return nil
	}
	return (*C.uint8_t)(unsafe.Pointer(&[]byte(text)[0]))
}

//export writeList
func writeList(strings *C.foreign_strings, written *C.foreign_written) {
	list := make([]string, C.foreign_count(strings))
	for index := range list {
		var length C.size_t
		text := C.foreign_text(strings, C.size_t(index), &length)
		list[index] = C.GoStringN((*C.char)(unsafe.Pointer(text)), C.int(length))
	}
	content, err := plist.Marshal(list, plist.BinaryFormat)
	if err != nil {
		panic(err)
	}
	C.foreign_put(written, pointer(string(content)), C.size_t(len(content)))
}

// version is that of the module that was built in.
func version() string {
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, module := range build.Deps {
			if module.Path == "howett.net/plist" {
				return module.Version
			}
		}
	}
	return "unknown"
}

func main() {
	os.Exit(int(C.serve(C.CString("howett.net/plist"), C.CString(version()))))
}
