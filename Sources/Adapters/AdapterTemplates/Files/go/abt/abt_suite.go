package main

import (
	"encoding/base64"
	"errors"
	"fmt"
)

// An app is what the library runs in.
type app struct {
	bundleIdentifier string
	apiKey           string
	urlScheme        string // "" for the default one
	// For the encrypting edition.
	isEncrypting      bool
	encryptionSecret  string
	allowsUnencrypted bool
	dialect           jsonObject // nil for the default one
}

// A library is one library within one fresh app.
type library interface {
	// open gives it a URL as the system would, and returns whether the library
	// says that the URL was for it. An error of the type unsupported is for what
	// the library cannot do; any other error is for trouble of the adapter's own.
	// A URL that the library refuses is neither.
	open(url string, delegate *scriptedDelegate) (bool, error)
}

// An abtSuite answers the requests of the suite abt. You need not change this
// file.
type abtSuite struct {
	editions     []string
	capabilities []string
	// makeLibrary returns an error of the type unsupported for a configuration
	// that the library cannot adopt.
	makeLibrary func(app) (library, error)
	// plainValue says what values of the library's own types are; it may be nil.
	plainValue plainValueFunc

	library library
	late    lateEvents
}

func (suite *abtSuite) claim() any {
	return map[string][]string{"editions": suite.editions, "capabilities": suite.capabilities}
}

func (suite *abtSuite) start(request *request) (err error) {
	suite.library = nil
	configuration := request.body.object("configuration")
	app := app{
		bundleIdentifier:  configuration.text("bundleIdentifier"),
		apiKey:            configuration.text("apiKey"),
		urlScheme:         configuration.text("urlScheme"),
		isEncrypting:      configuration.text("edition") == "encrypting",
		encryptionSecret:  configuration.text("encryptionSecret"),
		allowsUnencrypted: configuration.isTrue("allowUnencrypted"),
		dialect:           configuration.object("dialect"),
	}
	if edition := configuration.text("edition"); !contains(suite.editions, edition) {
		return unsupported(fmt.Sprintf("there is no edition %.40q of this library", edition))
	}
	if app.dialect != nil && !contains(suite.capabilities, "dialect") {
		return unsupported("this library speaks the default dialect only")
	}
	suite.library, err = suite.makeLibrary(app)
	return err
}

func (suite *abtSuite) step(request *request) (members, error) {
	if request.action != "open" {
		return nil, unsupported(fmt.Sprintf("the suite abt has no action %.40q", request.action))
	}
	if suite.library == nil {
		return nil, errors.New("no library is started")
	}
	url, err := suite.url(request)
	if err != nil {
		return nil, err
	}
	delegate, err := newScriptedDelegate(request, &suite.late)
	if err != nil {
		return nil, err
	}
	delegate.encoder.plainValue = suite.plainValue
	delegate.showsSequence = contains(suite.capabilities, "sequence")
	handled, err := suite.library.open(url, delegate)
	if err != nil {
		return nil, err
	}
	reply, err := delegate.finish()
	reply["handled"] = handled
	if !contains(suite.capabilities, "log") {
		delete(reply, "log")
	}
	return reply, err
}

func (suite *abtSuite) takeLate() []any { return suite.late.take() }

// url returns the URL of a step; with the capability "bytes" it need not be
// UTF-8.
func (suite *abtSuite) url(request *request) (string, error) {
	if text, isText := request.body.get("url").(string); isText {
		return text, nil
	}
	text, isText := request.body.get("urlBase64").(string)
	if !isText {
		return "", errors.New("the step has neither url nor urlBase64")
	}
	if !contains(suite.capabilities, "bytes") {
		return "", unsupported("this library takes URLs as text, and these bytes are not UTF-8")
	}
	bytes, err := base64.StdEncoding.Strict().DecodeString(text)
	return string(bytes), err
}

func contains(words []string, wanted string) bool {
	for _, word := range words {
		if word == wanted {
			return true
		}
	}
	return false
}
