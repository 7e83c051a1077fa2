package main

import (
	"errors"
	"strconv"
	"unicode/utf8"
)

// The limits of a request. A property list of 512 levels takes up to three
// levels of JSON for each.
const (
	maxLineBytes  = 16 << 20
	maxJSONLevels = 1_600
	maxJSONValues = 1_000_000
)

// A jsonObject is a JSON object in the order of its text, with the members that
// encoding/json would drop or mix up: repeated ones, and those whose names
// differ only in case.
//
// Values are nil, bool, jsonNumber, string, []any and jsonObject. Half of a
// surrogate pair is not valid Unicode but can occur: a string holds it as the
// three bytes that UTF-8 would use for its number.
type jsonObject []jsonMember

type jsonMember struct {
	name  string
	value any
	raw   string // the value as it stands in the text
}

// A jsonNumber is the text of a number.
type jsonNumber string

// member returns the last member of this name.
func (object jsonObject) member(name string) (jsonMember, bool) {
	for index := len(object) - 1; index >= 0; index-- {
		if object[index].name == name {
			return object[index], true
		}
	}
	return jsonMember{}, false
}

// get returns the value of a member, or nil if there is none.
func (object jsonObject) get(name string) any {
	member, _ := object.member(name)
	return member.value
}

// MarshalJSON returns the object as it stood in its text.
func (object jsonObject) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for index, member := range object {
		if index > 0 {
			text = append(text, ',')
		}
		text = append(text, quoted(member.name)...)
		text = append(append(text, ':'), member.raw...)
	}
	return append(text, '}'), nil
}

// MarshalJSON returns the number as it stood in its text.
func (number jsonNumber) MarshalJSON() ([]byte, error) { return []byte(number), nil }

// text returns the value of a member that is a string, or "" if there is none.
func (object jsonObject) text(name string) string {
	text, _ := object.get(name).(string)
	return text
}

// object returns the value of a member that is an object, or nil if there is
// none.
func (object jsonObject) object(name string) jsonObject {
	value, _ := object.get(name).(jsonObject)
	return value
}

// isTrue says whether a member is the boolean true.
func (object jsonObject) isTrue(name string) bool { return object.get(name) == true }

// integer returns the value of a member that is an integer of 64 bits.
func (object jsonObject) integer(name string) (int64, bool) {
	number, isNumber := object.get(name).(jsonNumber)
	value, err := strconv.ParseInt(string(number), 10, 64)
	return value, isNumber && err == nil
}

// parseJSON reads a whole text: strict, and bounded in levels and values.
func parseJSON(text string) (any, error) {
	if !utf8.ValidString(text) {
		return nil, errors.New("the text is not UTF-8")
	}
	parser := jsonParser{text: text}
	value, err := parser.value()
	if err != nil {
		return nil, err
	}
	if parser.space(); parser.at < len(text) {
		return nil, errors.New("something follows the value")
	}
	return value, nil
}

type jsonParser struct {
	text   string
	at     int
	levels int
	values int
}

func (parser *jsonParser) space() {
	for parser.at < len(parser.text) {
		switch parser.text[parser.at] {
		case ' ', '\t', '\r', '\n':
			parser.at++
		default:
			return
		}
	}
}

func (parser *jsonParser) take(wanted byte) bool {
	if parser.at == len(parser.text) || parser.text[parser.at] != wanted {
		return false
	}
	parser.at++
	return true
}

func (parser *jsonParser) takeWord(word string) bool {
	if len(parser.text)-parser.at < len(word) || parser.text[parser.at:parser.at+len(word)] != word {
		return false
	}
	parser.at += len(word)
	return true
}

// value recurses no deeper than maxJSONLevels.
func (parser *jsonParser) value() (any, error) {
	if parser.values++; parser.values > maxJSONValues {
		return nil, errors.New("too many values")
	}
	parser.space()
	switch {
	case parser.take('{'):
		return parser.object()
	case parser.take('['):
		return parser.array()
	case parser.take('"'):
		return parser.string()
	case parser.takeWord("true"):
		return true, nil
	case parser.takeWord("false"):
		return false, nil
	case parser.takeWord("null"):
		return nil, nil
	}
	return parser.number()
}

func (parser *jsonParser) enter() error {
	if parser.levels++; parser.levels > maxJSONLevels {
		return errors.New("too many levels of arrays and objects")
	}
	parser.space()
	return nil
}

func (parser *jsonParser) array() (any, error) {
	elements := []any{}
	if err := parser.enter(); err != nil {
		return nil, err
	}
	defer func() { parser.levels-- }()
	if parser.take(']') {
		return elements, nil
	}
	for {
		element, err := parser.value()
		if err != nil {
			return nil, err
		}
		elements = append(elements, element)
		parser.space()
		if parser.take(']') {
			return elements, nil
		}
		if !parser.take(',') {
			return nil, errors.New("a comma or the end of an array is missing")
		}
	}
}

func (parser *jsonParser) object() (any, error) {
	members := jsonObject{}
	if err := parser.enter(); err != nil {
		return nil, err
	}
	defer func() { parser.levels-- }()
	if parser.take('}') {
		return members, nil
	}
	for {
		member, err := parser.member()
		if err != nil {
			return nil, err
		}
		members = append(members, member)
		parser.space()
		if parser.take('}') {
			return members, nil
		}
		if !parser.take(',') {
			return nil, errors.New("a comma or the end of an object is missing")
		}
	}
}

func (parser *jsonParser) member() (member jsonMember, err error) {
	parser.space()
	if !parser.take('"') {
		return member, errors.New("the name of a member is missing")
	}
	if member.name, err = parser.string(); err != nil {
		return member, err
	}
	parser.space()
	if !parser.take(':') {
		return member, errors.New("a colon is missing")
	}
	parser.space()
	start := parser.at
	member.value, err = parser.value()
	member.raw = parser.text[start:parser.at]
	return member, err
}

func (parser *jsonParser) digits() bool {
	start := parser.at
	for parser.at < len(parser.text) && parser.text[parser.at] >= '0' && parser.text[parser.at] <= '9' {
		parser.at++
	}
	return parser.at > start
}

func (parser *jsonParser) number() (any, error) {
	start := parser.at
	parser.take('-')
	if !parser.take('0') && !parser.digits() {
		return nil, errors.New("a value is missing")
	}
	if parser.take('.') && !parser.digits() {
		return nil, errors.New("a fraction has no digits")
	}
	if parser.take('e') || parser.take('E') {
		_ = parser.take('+') || parser.take('-')
		if !parser.digits() {
			return nil, errors.New("an exponent has no digits")
		}
	}
	return jsonNumber(parser.text[start:parser.at]), nil
}

// string reads on after the opening quotation mark.
func (parser *jsonParser) string() (string, error) {
	start := parser.at
	for ; parser.at < len(parser.text); parser.at++ {
		switch character := parser.text[parser.at]; {
		case character == '"':
			parser.at++
			return parser.text[start : parser.at-1], nil
		case character == '\\':
			return parser.escapedString(start)
		case character < ' ':
			return "", errors.New("a bare control character")
		}
	}
	return "", errors.New("a string does not end")
}

// escapedString reads on from the first escape of a string.
func (parser *jsonParser) escapedString(start int) (string, error) {
	text := append(make([]byte, 0, 2*(parser.at-start)+64), parser.text[start:parser.at]...)
	for parser.at < len(parser.text) {
		character := parser.text[parser.at]
		parser.at++
		switch {
		case character == '"':
			return string(text), nil
		case character < ' ':
			return "", errors.New("a bare control character")
		case character != '\\':
			text = append(text, character)
			continue
		}
		if parser.take('u') {
			code, isRight := parser.unicodeEscape()
			if !isRight {
				return "", errors.New(`\u needs four hexadecimal digits`)
			}
			text = appendCodePoint(text, code)
			continue
		}
		meaning, isEscape := byte(0), false
		if parser.at < len(parser.text) {
			meaning, isEscape = jsonEscapes[parser.text[parser.at]]
			parser.at++
		}
		if !isEscape {
			return "", errors.New("there is no such escape in JSON")
		}
		text = append(text, meaning)
	}
	return "", errors.New("a string does not end")
}

var jsonEscapes = map[byte]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// unicodeEscape reads on after \u, and reads a second escape if both are a
// pair.
func (parser *jsonParser) unicodeEscape() (rune, bool) {
	high, isRight := parser.hexadecimal(parser.at)
	if !isRight {
		return 0, false
	}
	parser.at += 4
	if high >= 0xD800 && high < 0xDC00 && parser.takeWord(`\u`) {
		if low, isRight := parser.hexadecimal(parser.at); isRight && low >= 0xDC00 && low < 0xE000 {
			parser.at += 4
			return 0x10000 + (high-0xD800)<<10 + (low - 0xDC00), true
		}
		parser.at -= 2
	}
	return high, true
}

func (parser *jsonParser) hexadecimal(at int) (rune, bool) {
	if len(parser.text)-at < 4 {
		return 0, false
	}
	code := rune(0)
	for _, digit := range []byte(parser.text[at : at+4]) {
		switch {
		case digit >= '0' && digit <= '9':
			digit -= '0'
		case digit|0x20 >= 'a' && digit|0x20 <= 'f':
			digit = digit | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		code = code<<4 | rune(digit)
	}
	return code, true
}

// appendCodePoint is utf8.AppendRune, but also takes halves of surrogate pairs.
func appendCodePoint(text []byte, code rune) []byte {
	if code >= 0xD800 && code < 0xE000 {
		return append(text, 0xE0|byte(code>>12), 0x80|byte(code>>6&0x3F), 0x80|byte(code&0x3F))
	}
	return utf8.AppendRune(text, code)
}
