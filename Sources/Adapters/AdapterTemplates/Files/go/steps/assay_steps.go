package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// A journal is what the implementation does during a step. It may be used from
// any goroutine: what comes after the reply goes into the next one.
type journal struct {
	lists      []string
	lock       sync.Mutex
	step       jsonObject
	id         int64
	entries    members
	told       members
	late       *lateEntries
	err        error
	isCounted  bool // only so many writes are allowed within this step
	writesLeft int64
	isDead     bool
	isFinished bool
}

// lateEntries are what came after the reply to the step that caused it. All
// installations share them.
type lateEntries struct {
	lock    sync.Mutex
	entries []any
}

func (late *lateEntries) add(entry any) {
	late.lock.Lock()
	defer late.lock.Unlock()
	late.entries = append(late.entries, entry)
}

// add adds an entry to a list of the reply, such as `calls`.
func (journal *journal) add(list string, entry any) {
	text, err := json.Marshal(entry) // Now: the implementation may change it later.
	journal.lock.Lock()
	defer journal.lock.Unlock()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		journal.err = fmt.Errorf("an entry of %s is not JSON: %w", list, err)
	case journal.isDead:
	case journal.isFinished:
		journal.late.add(members{"id": journal.id, list: []any{json.RawMessage(text)}})
	default:
		journal.entries[list] = append(journal.entries[list].([]any), json.RawMessage(text))
	}
}

// tell sets another member of the reply.
func (journal *journal) tell(name string, value any) { journal.told[name] = value }

// answer returns a member of the step, such as what the app is to answer; nil
// if the step does not say.
func (journal *journal) answer(path ...string) any {
	var value any = journal.step
	for _, name := range path {
		object, _ := value.(jsonObject)
		value = object.get(name)
	}
	return value
}

// begin begins a start or a step. What comes during a start is late.
func (journal *journal) begin(request *request, isStep bool) {
	journal.lock.Lock()
	defer journal.lock.Unlock()
	journal.step, journal.id, journal.err = request.body, request.id, nil
	journal.entries, journal.told = members{}, members{}
	for _, list := range journal.lists {
		journal.entries[list] = []any{}
	}
	journal.writesLeft, journal.isCounted = request.body.integer("dieAfterPersist")
	journal.isDead, journal.isFinished = false, !isStep
}

func (journal *journal) finish() (members, error) {
	journal.lock.Lock()
	defer journal.lock.Unlock()
	journal.isFinished = true
	for name, value := range journal.told {
		journal.entries[name] = value
	}
	return journal.entries, journal.err
}

func (journal *journal) beginWrite() bool {
	journal.lock.Lock()
	defer journal.lock.Unlock()
	journal.isDead = journal.isDead || journal.isCounted && journal.writesLeft == 0
	return !journal.isDead
}

func (journal *journal) endWrite() {
	journal.lock.Lock()
	defer journal.lock.Unlock()
	journal.writesLeft--
	journal.isDead = journal.isCounted && journal.writesLeft == 0
}

// A storage is what survives the end of the app: a document in a file of the
// folder, or in memory if the harness names no folder ("").
type storage struct {
	folder   string
	document []byte
	journal  *journal
}

func openStorage(folder string, keep bool, journal *journal) (*storage, error) {
	storage := &storage{folder: folder, journal: journal}
	if folder == "" {
		return storage, nil
	}
	var err error
	if keep {
		storage.document, err = os.ReadFile(storage.path())
	} else {
		err = os.Remove(storage.path())
	}
	if os.IsNotExist(err) {
		err = nil
	}
	return storage, err
}

func (storage *storage) path() string { return filepath.Join(storage.folder, "storage") }

// load returns the document that was stored last, or nil.
func (storage *storage) load() []byte { return storage.document }

// store replaces the document. The harness may let the app die before or after
// it: what the app does then is not recorded, and not stored.
func (storage *storage) store(document []byte) error {
	if !storage.journal.beginWrite() {
		return nil
	}
	if storage.folder != "" { // Moved into place, so that it is complete at any moment.
		if err := os.WriteFile(storage.path()+".new", document, 0o600); err != nil {
			return err
		}
		if err := os.Rename(storage.path()+".new", storage.path()); err != nil {
			return err
		}
	}
	storage.document = append([]byte{}, document...)
	storage.journal.endWrite()
	return nil
}

// An action is a row of the table.
type action struct {
	name    string
	perform func(installation *installation, step jsonObject) error
	// members are the members of the step, each as "name: shape". A shape is text,
	// boolean, integer, object, array, or the words that are allowed, with `|`
	// between them; `?` after it: the member may be missing or null.
	members []string
	// whileRunning: it makes sense only between `launch` and `terminate`.
	whileRunning bool
}

// A stepSuite answers the requests of a suite. You need not change this file;
// adapter.go has the table of the suite's actions.
type stepSuite struct {
	// lists are the members of a reply that are always there.
	lists        []string
	capabilities []string
	actions      []action

	installation *installation
	journal      *journal
	late         lateEntries
	isRunning    bool
}

func (suite *stepSuite) claim() any {
	if len(suite.capabilities) == 0 {
		return members{}
	}
	return members{"capabilities": suite.capabilities}
}

func (suite *stepSuite) start(request *request) error {
	suite.isRunning = false
	suite.journal = &journal{lists: suite.lists, late: &suite.late}
	suite.journal.begin(request, false)
	storage, err := openStorage(request.storage, request.keep, suite.journal)
	if err != nil {
		return err
	}
	configuration := request.body.object("configuration")
	suite.installation, err = newInstallation(configuration, host{suite.journal}, storage)
	return err
}

func (suite *stepSuite) step(request *request) (members, error) {
	action := suite.action(request.action)
	if action == nil {
		return nil, unsupported(fmt.Sprintf("there is no action %.40q", request.action))
	}
	if err := suite.check(action, request.body); err != nil {
		return nil, err
	}
	suite.journal.begin(request, true)
	if err := action.perform(suite.installation, request.body); err != nil {
		return nil, err
	}
	if action.name == "launch" || action.name == "terminate" {
		suite.isRunning = action.name == "launch"
	}
	if suite.journal.isDead {
		suite.isRunning = false
		if err := suite.action("terminate").perform(suite.installation, nil); err != nil {
			return nil, err
		}
	}
	if err := suite.installation.observe(); err != nil {
		return nil, err
	}
	return suite.journal.finish()
}

func (suite *stepSuite) takeLate() []any {
	suite.late.lock.Lock()
	defer suite.late.lock.Unlock()
	entries := suite.late.entries
	suite.late.entries = nil
	return entries
}

func (suite *stepSuite) action(name string) *action {
	for index := range suite.actions {
		if suite.actions[index].name == name {
			return &suite.actions[index]
		}
	}
	return nil
}

func (suite *stepSuite) check(action *action, step jsonObject) error {
	canBeKilled := strings.Contains(strings.Join(suite.capabilities, " "), "killPoints")
	if step.get("dieAfterPersist") != nil && !canBeKilled {
		return unsupported("this app cannot be killed at a given write")
	}
	if action.whileRunning && !suite.isRunning {
		return fmt.Errorf("the app is not launched")
	}
	for _, member := range action.members {
		name, shape, _ := strings.Cut(member, ": ")
		if !fits(step.get(name), shape) {
			return fmt.Errorf("%s is missing, or not %s", name, strings.TrimSuffix(shape, "?"))
		}
	}
	return nil
}

func fits(value any, shape string) bool {
	if strings.HasSuffix(shape, "?") {
		return value == nil || fits(value, strings.TrimSuffix(shape, "?"))
	}
	switch value := value.(type) {
	case string:
		for _, word := range strings.Split(shape, "|") {
			if strings.Contains(shape, "|") && word == value {
				return true
			}
		}
		return shape == "text"
	case bool:
		return shape == "boolean"
	case jsonNumber:
		return shape == "integer" && !strings.ContainsAny(string(value), ".eE")
	case jsonObject:
		return shape == "object"
	case []any:
		return shape == "array"
	}
	return false
}
