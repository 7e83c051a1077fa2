package main

import (
	"encoding/base64"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// decodeValue returns the value that a typed value of the harness stands for;
// see assay_values.go for the types. It recurses as deep as the JSON is.
func decodeValue(value any) (any, error) {
	if value == nil {
		return nil, nil
	}
	if object, isObject := value.(jsonObject); isObject && len(object) == 1 {
		if decoded, err := decodeTyped(object[0].name, object[0].value); err == nil {
			return decoded, nil
		}
	}
	return nil, fmt.Errorf("this is not a typed value: %.60v", value)
}

// decodeTypedMembers returns the dictionary of typed values by their keys, as
// `values` of a call are.
func decodeTypedMembers(values jsonObject) (any, error) {
	if pairs, isList := values.get("pairs").([]any); isList {
		return decodePairs(pairs)
	}
	return decodeMembers(values)
}

func decodeTyped(kind string, value any) (any, error) {
	switch value := value.(type) {
	case string:
		return decodeText(kind, value)
	case bool:
		if kind == "boolean" {
			return value, nil
		}
	case []any:
		if kind == "array" {
			return decodeElements(value)
		}
		if kind == "pairs" {
			return decodePairs(value)
		}
	case jsonObject:
		if kind == "dictionary" {
			return decodeMembers(value)
		}
	}
	return nil, fmt.Errorf("a %T is not a %s", value, kind)
}

func decodeText(kind, text string) (any, error) {
	switch kind {
	case "string":
		return text, nil
	case "integer":
		return decodeInteger(text)
	case "real":
		return decodeReal(text)
	case "date":
		seconds, err := decodeReal(text)
		return plistDate(seconds), err
	case "data":
		return base64.StdEncoding.Strict().DecodeString(text)
	case "utf16":
		units, err := base64.StdEncoding.Strict().DecodeString(text)
		if len(units)%2 != 0 {
			return nil, fmt.Errorf("UTF-16 of %d bytes", len(units))
		}
		return decodeUTF16(units), err
	}
	return nil, fmt.Errorf("there is no type %q", kind)
}

func decodeInteger(text string) (any, error) {
	if number, err := strconv.ParseInt(text, 10, 64); err == nil {
		return number, nil
	}
	number, isNumber := new(big.Int).SetString(text, 10)
	if !isNumber || len(text) > 1_200 {
		return nil, fmt.Errorf("%.60q is not an integer", text)
	}
	return number, nil
}

func decodeReal(text string) (float64, error) {
	digits := strings.TrimPrefix(text, "-")
	isWord := text == "nan" || digits == "inf"
	if !isWord && (digits == "" || digits[0] < '0' || digits[0] > '9' || strings.Contains(text, "_")) {
		return 0, fmt.Errorf("%.60q is not a real", text)
	}
	return strconv.ParseFloat(text, 64)
}

func decodeElements(values []any) (any, error) {
	elements := make([]any, len(values))
	for index, value := range values {
		element, err := decodeValue(value)
		if err != nil {
			return nil, err
		}
		elements[index] = element
	}
	return elements, nil
}

func decodeMembers(object jsonObject) (any, error) {
	members := make(map[string]any, len(object))
	for _, member := range object {
		value, err := decodeValue(member.value)
		if err != nil {
			return nil, err
		}
		members[member.name] = value
	}
	return members, nil
}

func decodePairs(pairs []any) (any, error) {
	members := make(map[string]any, len(pairs))
	entries := make(plistDictionary, 0, len(pairs))
	for _, pair := range pairs {
		parts, isArray := pair.([]any)
		if !isArray || len(parts) != 2 {
			return nil, fmt.Errorf("a pair has a key and a value")
		}
		key, isString := parts[0].(string)
		if !isString {
			decoded, err := decodeValue(parts[0])
			if key, isString = decoded.(string); err != nil || !isString {
				return nil, fmt.Errorf("a key is a string")
			}
		}
		value, err := decodeValue(parts[1])
		if err != nil {
			return nil, err
		}
		members[key] = value
		entries = append(entries, plistEntry{key, value})
	}
	if len(members) < len(entries) { // a key occurs twice
		return entries, nil
	}
	return members, nil
}
