// An adapter around a library that does what each URL says: see converse.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
	"unicode/utf8"
)

func main() {
	_, claimsNothing := os.LookupEnv("CLAIMS_NOTHING")
	capabilities := []string{"sequence", "log", "bytes", "dialect"}
	if claimsNothing {
		capabilities = []string{}
	}
	adapter := adapter{
		name: "Told", version: "1", language: "Go", freshProcess: !claimsNothing,
		suites: map[string]suite{"abt": &abtSuite{
			editions: []string{"plain"}, capabilities: capabilities, makeLibrary: makeLibrary,
			plainValue: hook(),
		}},
	}
	adapter.run()
}

// Types of the library's own.
type (
	Uid      struct{ number int }
	Word     struct{ text string }
	Bag      map[any]struct{}
	Endless  struct{}
	Stranger struct{}
	Broken   struct{}
)

func hook() plainValueFunc {
	if _, hasNone := os.LookupEnv("NO_HOOK"); hasNone {
		return nil
	}
	return plainValue
}

func plainValue(value any) (plain any, isKnown bool) {
	switch value := value.(type) {
	case *Uid:
		return value.number, true
	case Word:
		return value.text, true
	case Bag:
		list := []any{}
		for element := range value {
			list = append(list, element)
		}
		return list, true
	case Endless:
		return []Endless{value, value}, true
	case Broken:
		panic("the hook fails")
	}
	return nil, false
}

func makeLibrary(app app) (library, error) {
	if app.dialect.isTrue("refuse") {
		return nil, unsupported("not this dialect")
	}
	if app.apiKey == "crash" {
		panic("the library fails")
	}
	return told{}, nil
}

type told struct{}

func (told told) open(url string, delegate *scriptedDelegate) (bool, error) {
	ignore := func(record) {}
	if !utf8.ValidString(url) {
		delegate.opened(url)
		return false, nil
	}
	if words := strings.SplitN(url, " ", 2); words[0] == "stranger" {
		meetStranger(words[1], delegate)
	}
	switch url {
	case "own types":
		showOwnTypes(delegate)
	case "other places":
		delegate.apply(7, nil, ignore)
		delegate.apply([]any{"a", true}, nil, ignore)
		delegate.revert(false, []any{"host", 1, 1.5})
	case "endless":
		delegate.apply(nil, map[string]any{"v": Endless{}}, ignore)
	case "broken":
		delegate.apply(nil, map[string]any{"v": Broken{}}, ignore)
	case "late stranger":
		time.AfterFunc(50*time.Millisecond, func() { meetStranger("value", delegate) })
	case "values":
		showValues(delegate)
	case "revert":
		category := "c"
		delegate.opened(said(delegate.revert(&category, []string{"host", "a\x00"}), nil))
	case "large":
		for time := 0; time < 3; time++ {
			delegate.apply(nil, map[string]any{"v": strings.Repeat("x", 6<<20)}, ignore)
		}
	case "wide":
		megabyte := strings.Repeat("x", 1<<20)
		wide := make([]string, 10_000)
		for index := range wide {
			wide[index] = megabyte
		}
		delegate.apply(nil, map[string]any{"v": wide}, ignore)
	case "deep":
		var value any
		for level := 0; level < 5_000; level++ {
			value = []any{value}
		}
		delegate.apply(nil, map[string]any{"v": value}, ignore)
	case "log":
		delegate.logged("logged")
	case "print":
		fmt.Println("to standard output")
	case "late":
		time.AfterFunc(50*time.Millisecond, func() { delegate.opened("later") })
	case "soon":
		time.AfterFunc(50*time.Millisecond, func() { delegate.opened("soon") })
		delegate.waitUntilQuiet()
	case "unsupported":
		return false, unsupported("not today")
	case "trouble":
		return false, errors.New("broken")
	case "crash":
		panic("the library fails")
	}
	return true, nil
}

func showOwnTypes(delegate *scriptedDelegate) {
	values := map[string]any{
		"value": &Uid{7}, "array": []any{&Uid{8}, Bag{Word{"w"}: {}}},
		"dictionary": map[any]any{"inner": &Uid{9}, Word{"word"}: "x"},
	}
	delegate.apply(Word{"c"}, values, func(record) {})
	delegate.revert(&Uid{3}, []any{Word{"a"}, &Uid{4}})
}

func meetStranger(place string, delegate *scriptedDelegate) {
	stranger := Stranger{}
	ignore := func(record) {}
	switch place {
	case "value":
		delegate.apply(nil, map[string]any{"v": stranger}, ignore)
	case "element":
		delegate.apply(nil, map[string]any{"v": []any{"a", stranger}}, ignore)
	case "member":
		delegate.apply(nil, map[string]any{"v": map[string]Stranger{"k": stranger}}, ignore)
	case "key":
		delegate.apply(nil, map[string]any{"v": map[Stranger]int{stranger: 1}}, ignore)
	case "category":
		delegate.apply(stranger, nil, ignore)
	case "reverted":
		delegate.revert(nil, []any{"host", stranger})
	case "values":
		delegate.apply(nil, stranger, ignore)
	case "keys":
		delegate.revert(nil, stranger)
	}
}

func showValues(delegate *scriptedDelegate) {
	var records []record
	add := func(record record) { records = append(records, record) }
	answer := delegate.apply(nil, map[string]any{}, add)
	old := map[string]any{}
	for _, record := range records {
		if record.hasOldValue {
			old[record.key] = record.oldValue
		}
	}
	delegate.opened(said(answer, records))
	records = nil
	category := "ä"
	answer = delegate.apply(&category, old, add)
	delegate.opened(said(answer, records))
	empty := ""
	delegate.apply(&empty, map[string]any{"nothing": nil}, func(record) {})
}

func said(answer answer, records []record) string {
	told := []string{answer.word}
	for _, record := range records {
		name := "didNotApply"
		if record.hasOldValue {
			name = "didApplyOld"
		} else if record.applied {
			name = "didApply"
		}
		told = append(told, name+" "+record.key)
	}
	if answer.err != nil {
		told = append(told, fmt.Sprintf("%d %s", answer.err.code, answer.err.message))
	}
	return strings.Join(told, ",")
}
