package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// Values of property lists. Between harness and adapter they travel as objects
// with one member that names the type, so that nothing is lost.
//
//	property list   from the harness                  to the harness, also
//	string          string                            types of its kind
//	integer         int64, *big.Int beyond 64 bits    all integers
//	real            float64                           float32
//	boolean         bool                              types of its kind
//	date            plistDate                         time.Time
//	data            []byte
//	array           []any                             all slices
//	dictionary      map[string]any, or                all maps of strings
//	                plistDictionary
//	no value        nil                               nil pointers
//
// The function plainValue of the adapter is asked about values of all types that
// are not in this table, before they count as what their kind is.

// A plistDate is a date: seconds since 2001-01-01T00:00:00Z. A time.Time cannot
// hold all fractions.
type plistDate float64

const secondsTo2001 = 978_307_200

// time returns the date as a time.Time. It must be finite.
func (date plistDate) time() time.Time {
	seconds, fraction := math.Modf(float64(date))
	return time.Unix(int64(seconds)+secondsTo2001, int64(fraction*1e9)).UTC()
}

// A plistDictionary is a dictionary whose keys have an order, or occur twice.
type plistDictionary []plistEntry

type plistEntry struct {
	key   string
	value any
}

// The limits of the values of one reply. The rest of a reply is far below the
// rest of its 16 MiB.
const (
	maxValueLevels = 500
	maxValueBytes  = 12 << 20
)

var errTooLarge = errors.New("the values are too large to be shown")

// tooLarge stands for values that are not shown.
const tooLarge = `{"tooLarge":true}`

// A valueEncoder writes values of one reply as JSON. Values that are too large
// for it become a remark that says so.
type valueEncoder struct {
	plainValue plainValueFunc

	text   []byte
	taken  int // bytes of the values so far
	levels int
}

// A plainValueFunc returns what a value of the library's own type is, in one of
// the types above; false if it is none of those.
type plainValueFunc func(value any) (plain any, isKnown bool)

// values returns the `values` of a call, a dictionary.
func (encoder *valueEncoder) values(values any) (json.RawMessage, error) {
	return encoder.shown(func() error {
		value := reflect.ValueOf(values)
		if value.IsValid() && !isDictionary(value) {
			plain, err := encoder.plain(values, "values", isDictionary)
			if err != nil {
				return err
			}
			value = plain
		}
		return encoder.dictionary(value)
	})
}

// name returns a category or key: text as it is, null for nil, and any other
// value with its type.
func (encoder *valueEncoder) name(name any) (json.RawMessage, error) {
	if text, isText := name.(*string); isText && text != nil {
		name = *text
	}
	value, err := encoder.resolved(reflect.ValueOf(name))
	if err != nil {
		return nil, err
	}
	if isText(value) {
		return encodeName(value.String()), nil
	}
	return encoder.shown(func() error { return encoder.known(value) })
}

// names returns the `keys` of a call.
func (encoder *valueEncoder) names(names any) ([]json.RawMessage, error) {
	value := reflect.ValueOf(names)
	if !isList(value) {
		plain, err := encoder.plain(names, "keys", isList)
		if err != nil {
			return nil, err
		}
		value = plain
	}
	shown := make([]json.RawMessage, value.Len())
	for index := range shown {
		name, err := encoder.name(value.Index(index).Interface())
		if err != nil {
			return nil, err
		}
		shown[index] = name
	}
	return shown, nil
}

func (encoder *valueEncoder) shown(write func() error) (json.RawMessage, error) {
	encoder.text, encoder.levels = nil, 0
	err := write()
	if errors.Is(err, errTooLarge) {
		return json.RawMessage(tooLarge), nil
	}
	encoder.taken += len(encoder.text)
	return encoder.text, err
}

// asked returns what plainValue says of a value. A panic in it is trouble of
// the adapter's own.
func (encoder *valueEncoder) asked(value any) (plain any, isKnown bool, err error) {
	if encoder.plainValue == nil || value == nil {
		return nil, false, nil
	}
	defer func() {
		if trouble := recover(); trouble != nil {
			err = fmt.Errorf("plainValue of a %T: %v", value, trouble)
		}
	}()
	plain, isKnown = encoder.plainValue(value)
	return plain, isKnown, nil
}

// plain returns what plainValue makes of a value that has to be of some kind.
func (encoder *valueEncoder) plain(
	value any, what string, isRight func(reflect.Value) bool,
) (reflect.Value, error) {
	plain, isKnown, err := encoder.asked(value)
	if err != nil {
		return reflect.Value{}, err
	}
	if isKnown && isRight(reflect.ValueOf(plain)) {
		return reflect.ValueOf(plain), nil
	}
	return reflect.Value{}, fmt.Errorf(
		"the library gave %s of the type %T, and plainValue does not say what it is", what, value)
}

func isDictionary(value reflect.Value) bool {
	return value.Kind() == reflect.Map || value.IsValid() && value.Type() == reflect.TypeOf(plistDictionary{})
}

func isList(value reflect.Value) bool {
	return value.Kind() == reflect.Slice || value.Kind() == reflect.Array
}

func isText(value reflect.Value) bool { return value.Kind() == reflect.String }

func (encoder *valueEncoder) put(parts ...string) error {
	for _, part := range parts {
		// Values that share their parts can be small in memory and endless when
		// written out.
		if encoder.taken+len(encoder.text)+len(part) > maxValueBytes {
			return errTooLarge
		}
		encoder.text = append(encoder.text, part...)
	}
	return nil
}

func (encoder *valueEncoder) typed(kind, text string) error {
	return encoder.put(`{"`, kind, `":`, text, `}`)
}

func (encoder *valueEncoder) value(value reflect.Value) error {
	value, err := encoder.resolved(value)
	if err != nil {
		return err
	}
	return encoder.known(value)
}

// resolved returns a value of the library's own type as what plainValue says
// that it is, and any other value as it is.
func (encoder *valueEncoder) resolved(value reflect.Value) (reflect.Value, error) {
	if !value.IsValid() {
		return value, nil
	}
	given := value.Interface()
	switch given.(type) {
	case string, bool, int, int64, uint64, float64, []any, map[string]any,
		plistDate, time.Time, *big.Int, []byte, plistDictionary:
		return value, nil
	}
	if plain, isKnown, err := encoder.asked(given); err != nil || isKnown {
		return reflect.ValueOf(plain), err
	}
	return value, nil
}

// known writes a value about which plainValue has been asked.
func (encoder *valueEncoder) known(value reflect.Value) error {
	if !value.IsValid() {
		return encoder.put("null")
	}
	switch special := value.Interface().(type) {
	case plistDate:
		return encoder.typed("date", realText(float64(special)))
	case time.Time:
		seconds := float64(special.Unix()-secondsTo2001) + float64(special.Nanosecond())/1e9
		return encoder.typed("date", realText(seconds))
	case *big.Int:
		return encoder.typed("integer", quoted(special.String()))
	case []byte:
		if len(special) > maxValueBytes {
			return errTooLarge
		}
		return encoder.typed("data", quoted(base64.StdEncoding.EncodeToString(special)))
	case plistDictionary:
		return encoder.dictionary(value)
	}
	switch value.Kind() {
	case reflect.String:
		if value.Len() > maxValueBytes {
			return errTooLarge
		}
		if name := encodeName(value.String()); name[0] == '{' {
			return encoder.put(string(name))
		}
		return encoder.typed("string", quoted(value.String()))
	case reflect.Bool:
		return encoder.typed("boolean", strconv.FormatBool(value.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return encoder.typed("integer", quoted(strconv.FormatInt(value.Int(), 10)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return encoder.typed("integer", quoted(strconv.FormatUint(value.Uint(), 10)))
	case reflect.Float32, reflect.Float64:
		return encoder.typed("real", realText(value.Float()))
	case reflect.Slice, reflect.Array:
		return encoder.array(value)
	case reflect.Map:
		return encoder.dictionary(value)
	case reflect.Pointer, reflect.Interface:
		return encoder.level(func() error { return encoder.value(value.Elem()) })
	}
	_, err := encoder.plain(value.Interface(), "a value", func(reflect.Value) bool { return false })
	return err
}

// level calls body one level deeper.
func (encoder *valueEncoder) level(body func() error) error {
	if encoder.levels == maxValueLevels {
		return errTooLarge
	}
	encoder.levels++
	defer func() { encoder.levels-- }()
	return body()
}

func (encoder *valueEncoder) array(value reflect.Value) error {
	return encoder.list("array", value.Len(), func(index int) error {
		return encoder.value(plain(value.Index(index)))
	})
}

// dictionary writes pairs, because a JSON object could lose one of two similar
// keys.
func (encoder *valueEncoder) dictionary(value reflect.Value) error {
	var entries plistDictionary
	if value.IsValid() && value.Type() == reflect.TypeOf(entries) {
		entries = value.Interface().(plistDictionary)
	} else if value.IsValid() {
		for _, key := range value.MapKeys() {
			member := value.MapIndex(key).Interface()
			if key = plain(key); !isText(key) {
				text, err := encoder.plain(key.Interface(), "a key", isText)
				if err != nil {
					return err
				}
				key = text
			}
			entries = append(entries, plistEntry{key.String(), member})
		}
		sort.Slice(entries, func(i, j int) bool { return entries[i].key < entries[j].key })
	}
	return encoder.list("pairs", len(entries), func(index int) error {
		if err := encoder.put("[", string(encodeName(entries[index].key)), ","); err != nil {
			return err
		}
		if err := encoder.value(reflect.ValueOf(entries[index].value)); err != nil {
			return err
		}
		return encoder.put("]")
	})
}

func (encoder *valueEncoder) list(kind string, count int, element func(int) error) error {
	return encoder.level(func() error {
		if err := encoder.put(`{"`, kind, `":[`); err != nil {
			return err
		}
		for index := 0; index < count; index++ {
			if index > 0 {
				if err := encoder.put(","); err != nil {
					return err
				}
			}
			if err := element(index); err != nil {
				return err
			}
		}
		return encoder.put("]}")
	})
}

// plain takes a value out of an `any`.
func plain(value reflect.Value) reflect.Value {
	if value.Kind() == reflect.Interface {
		return value.Elem()
	}
	return value
}

// realText returns text that reads back to the same 64 bits.
func realText(value float64) string {
	switch {
	case math.IsNaN(value):
		return `"nan"`
	case math.IsInf(value, 0):
		return quoted(strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(value, 'g', -1, 64), "+")))
	case value == 0 && math.Signbit(value):
		return `"-0.0"`
	}
	return quoted(strconv.FormatFloat(value, 'g', -1, 64))
}

// quoted returns a JSON string. Bytes that are not UTF-8 become U+FFFD.
func quoted(text string) string {
	var quoted strings.Builder
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // A string has no errors.
	return strings.TrimSuffix(quoted.String(), "\n")
}

// encodeName returns a key or category as a string, or as an object if it has
// halves of surrogate pairs.
func encodeName(name string) json.RawMessage {
	if units, hasHalves := utf16Units(name); hasHalves {
		return json.RawMessage(`{"utf16":` + quoted(base64.StdEncoding.EncodeToString(units)) + `}`)
	}
	return json.RawMessage(quoted(name))
}

// utf16Units returns text with halves of surrogate pairs in UTF-16, big endian;
// false for text that has none, and for what is not text.
func utf16Units(text string) (units []byte, hasHalves bool) {
	if utf8.ValidString(text) {
		return nil, false
	}
	put := func(unit rune) { units = append(units, byte(unit>>8), byte(unit)) }
	for len(text) > 0 {
		code, size := utf8.DecodeRuneInString(text)
		switch {
		case code == utf8.RuneError && size == 1:
			if len(text) < 3 || text[0] != 0xED || text[1] < 0xA0 || text[1] > 0xBF || text[2]&0xC0 != 0x80 {
				return nil, false
			}
			put(0xD000 | rune(text[1]&0x3F)<<6 | rune(text[2]&0x3F))
			size = 3
		case code >= 0x10000:
			high, low := utf16.EncodeRune(code)
			put(high)
			put(low)
		default:
			put(code)
		}
		text = text[size:]
	}
	return units, true
}

// decodeUTF16 is the reverse of utf16Units.
func decodeUTF16(units []byte) string {
	var text []byte
	for at := 0; at+1 < len(units); at += 2 {
		code := rune(units[at])<<8 | rune(units[at+1])
		if at+3 < len(units) {
			low := rune(units[at+2])<<8 | rune(units[at+3])
			if pair := utf16.DecodeRune(code, low); pair != utf8.RuneError {
				code = pair
				at += 2
			}
		}
		text = appendCodePoint(text, code)
	}
	return string(text)
}
