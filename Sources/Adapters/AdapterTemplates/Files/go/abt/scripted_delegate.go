package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"sync"
	"time"
	"unicode/utf8"
)

// A record is a call that the delegate makes to the library while it is itself
// being called.
type record struct {
	key         string
	applied     bool // didApply; otherwise didNotApply
	hasOldValue bool
	oldValue    any // nil can be an old value, too; assay_values.go has the types
}

// An answer is how the delegate answers.
type answer struct {
	word string       // "yes", "no" or "cancel"
	err  *answerError // with "no": an error of the delegate's own, or nil
}

type answerError struct {
	code    int32
	message string
}

type turn struct {
	records []record
	answer  answer
}

// A scriptedDelegate is what the harness has the app's delegate do in one step:
// it records what the library asks, and answers as the script says.
//
// You need not change this file; adapter.go passes your library's calls on to
// it. It may be used from any goroutine. What comes after the reply goes into
// the next.
type scriptedDelegate struct {
	step                    int64
	applyTurn, rollbackTurn turn
	revertTurn              turn
	showsSequence           bool
	late                    *lateEvents

	mutex      sync.Mutex
	calls      []any
	callbacks  []any
	log        []string
	encoder    valueEncoder
	applies    int
	events     int
	isFinished bool
	trouble    error
	calledBack chan struct{} // closed at the first callback
}

func newScriptedDelegate(request *request, late *lateEvents) (*scriptedDelegate, error) {
	delegate := &scriptedDelegate{
		step: request.id, late: late, calls: []any{}, callbacks: []any{}, log: []string{},
		calledBack: make(chan struct{}),
	}
	script := request.body.object("delegate")
	for name, turn := range map[string]*turn{
		"apply": &delegate.applyTurn, "rollback": &delegate.rollbackTurn, "revert": &delegate.revertTurn,
	} {
		if err := turn.read(script.object(name)); err != nil {
			return nil, fmt.Errorf("the script for %s: %w", name, err)
		}
	}
	return delegate, nil
}

// What the library under test does.

// apply is called when the library asks to apply values, a dictionary. It calls
// record for each record of the script, in order. The first call follows the
// script's `apply`, the second its `rollback`. A category is a string, a
// *string, nil for none, or what else the library takes for one.
func (delegate *scriptedDelegate) apply(category, values any, record func(record)) answer {
	delegate.mutex.Lock()
	shownCategory, err := delegate.encoder.name(category)
	call := members{"method": "apply", "category": delegate.told(shownCategory, err)}
	shownValues, err := delegate.encoder.values(values)
	call["values"] = delegate.told(shownValues, err)
	delegate.applies++
	turn := turn{answer: answer{word: "yes"}}
	switch delegate.applies {
	case 1:
		turn = delegate.applyTurn
	case 2:
		turn = delegate.rollbackTurn
	}
	delegate.note("calls", call)
	delegate.mutex.Unlock()
	for _, entry := range turn.records {
		record(entry)
	}
	return turn.answer
}

// revert is called when the library asks to revert keys, a slice.
func (delegate *scriptedDelegate) revert(category, keys any) answer {
	delegate.mutex.Lock()
	defer delegate.mutex.Unlock()
	shownCategory, err := delegate.encoder.name(category)
	call := members{"method": "revert", "category": delegate.told(shownCategory, err)}
	names, err := delegate.encoder.names(keys)
	if call["keys"] = names; err != nil {
		call["keys"] = []json.RawMessage{delegate.told(nil, err)}
	}
	delegate.note("calls", call)
	return delegate.revertTurn.answer
}

// opened is called when the library opens a URL: its callback.
func (delegate *scriptedDelegate) opened(url string) {
	entry := members{"url": url}
	if !utf8.ValidString(url) {
		entry["url"] = map[string][]byte{"base64": []byte(url)}
	}
	delegate.mutex.Lock()
	defer delegate.mutex.Unlock()
	delegate.note("callbacks", entry)
	select {
	case <-delegate.calledBack:
	default:
		close(delegate.calledBack)
	}
}

// logged is called when the library logs a line. Shown with the capability
// "log".
func (delegate *scriptedDelegate) logged(line string) {
	delegate.mutex.Lock()
	defer delegate.mutex.Unlock()
	if !delegate.isFinished {
		delegate.log = append(delegate.log, line)
	}
}

// What the adapter does.

// waitUntilQuiet waits until a callback has been opened, but no longer than
// 500 ms.
func (delegate *scriptedDelegate) waitUntilQuiet() {
	timer := time.NewTimer(500 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-delegate.calledBack:
	case <-timer.C:
	}
}

// finish returns what happened in this step; what comes from now on is late.
func (delegate *scriptedDelegate) finish() (members, error) {
	delegate.mutex.Lock()
	defer delegate.mutex.Unlock()
	delegate.isFinished = true
	return members{
		"calls": delegate.calls, "callbacks": delegate.callbacks, "log": delegate.log,
	}, delegate.trouble
}

// note needs the mutex.
func (delegate *scriptedDelegate) note(kind string, entry members) {
	delegate.events++
	var noted any = entry
	if delegate.showsSequence {
		entry["sequence"] = delegate.events // one count over calls and callbacks
	} else if kind == "callbacks" {
		noted = entry["url"]
	}
	switch {
	case delegate.isFinished:
		delegate.late.add(members{"id": delegate.step, kind: []any{noted}})
	case kind == "calls":
		delegate.calls = append(delegate.calls, noted)
	default:
		delegate.callbacks = append(delegate.callbacks, noted)
	}
}

// told returns what is shown of a value: a stand-in after an error, of which
// the library, which is on the stack, must see nothing. It needs the mutex.
func (delegate *scriptedDelegate) told(shown json.RawMessage, err error) json.RawMessage {
	if err == nil {
		return shown
	}
	if delegate.isFinished { // No reply will tell it.
		fmt.Fprintln(os.Stderr, err)
	}
	if delegate.trouble == nil {
		delegate.trouble = err
	}
	return json.RawMessage(tooLarge)
}

// lateEvents is what came after the reply of its step, until a reply shows it.
type lateEvents struct {
	mutex   sync.Mutex
	entries []any
}

func (late *lateEvents) add(entry any) {
	late.mutex.Lock()
	defer late.mutex.Unlock()
	late.entries = append(late.entries, entry)
}

func (late *lateEvents) take() []any {
	late.mutex.Lock()
	defer late.mutex.Unlock()
	entries := late.entries
	late.entries = nil
	return entries
}

// The script. Whatever is left out means no records, and the answer yes.

func (turn *turn) read(script jsonObject) error {
	turn.answer.word = "yes"
	if word, isGiven := script.member("answer"); isGiven {
		turn.answer.word, _ = word.value.(string)
	}
	switch turn.answer.word {
	case "yes", "no", "cancel":
	default:
		return fmt.Errorf("a delegate cannot answer %.40q", turn.answer.word)
	}
	if failure := script.object("error"); failure != nil {
		code, isInteger := failure.integer("code")
		if !isInteger || code < math.MinInt32 || code > math.MaxInt32 {
			return fmt.Errorf("an error has a code of 32 bits")
		}
		turn.answer.err = &answerError{int32(code), failure.text("message")}
	}
	records, _ := script.get("records").([]any)
	for _, entry := range records {
		object, _ := entry.(jsonObject)
		record, err := readRecord(object)
		if err != nil {
			return err
		}
		turn.records = append(turn.records, record)
	}
	return nil
}

func readRecord(object jsonObject) (result record, err error) {
	word := object.text("record")
	key, hasKey := object.get("key").(string)
	if !hasKey || word != "didApply" && word != "didNotApply" {
		return result, fmt.Errorf("a record is didApply or didNotApply, with a key")
	}
	result = record{key: key, applied: word == "didApply"}
	if oldValue, isGiven := object.member("oldValue"); isGiven && result.applied {
		result.hasOldValue = true
		result.oldValue, err = decodeValue(oldValue.value)
	}
	return result, err
}
