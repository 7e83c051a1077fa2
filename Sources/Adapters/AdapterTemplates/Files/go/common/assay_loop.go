package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

const protocolVersion = 1

// An unsupported error says what the implementation cannot do: the case is
// skipped, not failed. Any other error is trouble of the adapter, and also no
// verdict on the implementation.
//
// Do not recover from a panic of the implementation: it ends the adapter as it
// would end an app, and the harness reports a crash.
type unsupported string

func (reason unsupported) Error() string { return string(reason) }

// A suite answers the requests of one suite, one at a time.
type suite interface {
	// claim is what the implementation claims: an object of JSON.
	claim() any
	// start begins a fresh app.
	start(request *request) error
	// step lets one thing happen, and returns the members of the reply.
	step(request *request) (members, error)
	// takeLate returns what came after the last reply, and forgets it.
	takeLate() []any
}

// members are the members of a reply.
type members map[string]any

// A request of the harness.
type request struct {
	id      int64
	action  string     // of a step
	storage string     // of a start: a folder for what is persistent; may be ""
	keep    bool       // of a start: what an earlier one left in storage survives
	body    jsonObject // the whole request
}

// An adapter serves suites, each under its name.
type adapter struct {
	name, version, language string
	// freshProcess says that the implementation cannot be started twice in one
	// process: the harness starts a new one.
	freshProcess bool
	suites       map[string]suite

	current    suite
	hasStopped bool
}

// run serves standard input until `stop` or its end, then ends the process.
// Whatever else is printed to standard output goes to standard error, so that
// it cannot spoil the replies.
func (adapter *adapter) run() {
	output := os.Stdout
	os.Stdout = os.Stderr
	signal.Ignore(syscall.SIGPIPE)
	err := adapter.serve(os.Stdin, output)
	if err != nil && !errors.Is(err, syscall.EPIPE) { // EPIPE: the harness is gone.
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func (adapter *adapter) serve(input io.Reader, output io.Writer) error {
	lines := bufio.NewReaderSize(input, 64<<10)
	for !adapter.hasStopped {
		line, readError := readLine(lines)
		if readError != nil && readError != io.EOF {
			return readError
		}
		if strings.Trim(line, " \t\r") != "" {
			if _, err := output.Write(adapter.reply(line)); err != nil {
				return err
			}
		}
		if readError == io.EOF {
			return nil
		}
	}
	return nil
}

// readLine returns a line without its line feed. If it is too long, only its
// beginning is kept, which is not JSON.
func readLine(lines *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := lines.ReadSlice('\n')
		if len(line) <= maxLineBytes {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			return string(bytes.TrimSuffix(line, []byte{'\n'})), err
		}
	}
}

// reply returns the reply to one line, with a line feed.
func (adapter *adapter) reply(line string) []byte {
	id, reply, err := adapter.answer(line)
	var text []byte
	if err == nil {
		text, err = encodeLine(id, reply)
	}
	var reason unsupported
	switch {
	case err == nil:
		return text
	case errors.As(err, &reason):
		text, _ = encodeLine(id, members{"type": "unsupported", "reason": err.Error()})
	default:
		text, _ = encodeLine(id, members{"type": "failure", "message": err.Error()})
	}
	return text
}

func encodeLine(id int64, reply members) ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	reply["id"] = id
	if err := encoder.Encode(reply); err != nil {
		return nil, err
	}
	if line.Len()-1 > maxLineBytes {
		return nil, errors.New("the reply is larger than 16 MiB")
	}
	return line.Bytes(), nil
}

func (adapter *adapter) answer(line string) (id int64, reply members, err error) {
	value, err := parseJSON(line)
	if err != nil {
		return 0, nil, fmt.Errorf("the request is not JSON: %w", err)
	}
	body, _ := value.(jsonObject)
	id, hasID := body.integer("id")
	if !hasID {
		return 0, nil, errors.New("the request has no integer id")
	}
	reply, err = adapter.handle(&request{
		id: id, action: body.text("action"), storage: body.text("storage"),
		keep: body.isTrue("keep"), body: body,
	})
	return id, reply, err
}

func (adapter *adapter) handle(request *request) (members, error) {
	reply := members{}
	var err error
	switch kind, isText := request.body.get("type").(string); kind {
	case "hello":
		reply = adapter.hello()
	case "start":
		reply["type"] = "started"
		if err = adapter.start(request); err == nil {
			// Last, because a refused start would lose the entries.
			adapter.addLate(reply)
		}
	case "step":
		if adapter.current == nil {
			return nil, errors.New("a step came before any start")
		}
		if reply, err = adapter.current.step(request); err == nil {
			reply["type"] = "observed"
			adapter.addLate(reply)
		}
	case "stop":
		adapter.hasStopped = true
		reply["type"] = "stopped"
		adapter.addLate(reply)
	default:
		if !isText {
			return nil, errors.New("the request has no type")
		}
		return nil, unsupported(fmt.Sprintf("there is no request %.40q in protocol %d", kind, protocolVersion))
	}
	return reply, err
}

func (adapter *adapter) hello() members {
	claims := map[string]any{}
	for name, suite := range adapter.suites {
		claims[name] = suite.claim()
	}
	reply := members{
		"type": "hello", "protocol": protocolVersion, "suites": claims,
		"implementation": map[string]string{
			"name": adapter.name, "version": adapter.version, "language": adapter.language,
		},
	}
	if adapter.freshProcess {
		reply["freshProcess"] = true
	}
	return reply
}

func (adapter *adapter) start(request *request) error {
	adapter.current = nil
	suite, isKnown := adapter.suites[request.body.text("suite")]
	if !isKnown {
		return unsupported(fmt.Sprintf("this adapter has no suite %.40q", request.body.text("suite")))
	}
	if err := suite.start(request); err != nil {
		return err
	}
	adapter.current = suite
	return nil
}

func (adapter *adapter) addLate(reply members) {
	if adapter.current == nil {
		return
	}
	if late := adapter.current.takeLate(); len(late) > 0 {
		reply["late"] = late
	}
}
