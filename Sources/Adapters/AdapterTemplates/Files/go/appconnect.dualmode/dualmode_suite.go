package main

import (
	"encoding/json"
	"errors"
	"fmt"
)

// A modeLogic is the mode logic of a dual-mode app. Each method returns when
// the app is quiet; an error is trouble of the adapter, never of the app.
type modeLogic interface {
	// launch starts the app. Only what is in its storage survives from an earlier
	// launch.
	launch(options launchOptions) error
	// managedPolicy is managedPolicyChangedTo, and what belongs to it.
	managedPolicy(notice policyNotice) error
	// userRequests is the user's wish for AppConnectMode or NonAppConnectMode,
	// in the app's settings.
	userRequests(appConnectMode bool) error
	// terminate kills the app: nothing more may be saved.
	terminate() error
	// persisted returns the mode and the encryption as they are in storage, in the
	// words of the protocol, or "" if there is nothing.
	persisted() (state, encryption string)
}

// launchOptions are to be passed on unchanged; nil at a restart.
type launchOptions json.RawMessage

type policyNotice struct {
	isManaged              bool // the policy is MANAGED; otherwise UNMANAGED
	hasSecureServices      bool
	isSecureFileIORequired bool
	authorization          string // "AUTHORIZED", "UNAUTHORIZED" or "RETIRED"
}

// A scriptedHost is what the app's mode logic calls: the AppConnect library,
// and the rest of the app. It records each call. Call it only while the mode
// logic is being called, on the same goroutine.
type scriptedHost struct {
	answer  bool
	calls   []any
	actions []any
}

// The library.

func (host *scriptedHost) shouldStartAppConnect() bool {
	host.calls = append(host.calls, members{"method": "shouldStartAppConnect"})
	return host.answer
}

func (host *scriptedHost) initWithDelegate() {
	host.calls = append(host.calls, members{"method": "initWithDelegate"})
}

func (host *scriptedHost) startWithLaunchOptions(options launchOptions) {
	host.calls = append(host.calls, members{
		"method": "startWithLaunchOptions", "options": json.RawMessage(options),
	})
}

func (host *scriptedHost) retire() { host.calls = append(host.calls, members{"method": "retire"}) }

func (host *scriptedHost) stop() { host.calls = append(host.calls, members{"method": "stop"}) }

// The app's own actions.

func (host *scriptedHost) eraseSensitiveData() {
	host.actions = append(host.actions, members{"method": "eraseSensitiveData"})
}

func (host *scriptedHost) notifyModeChange(success bool) {
	host.actions = append(host.actions, members{"method": "notifyModeChange", "success": success})
}

func (host *scriptedHost) encryptExistingData() {
	host.actions = append(host.actions, members{"method": "encryptExistingData"})
}

// A dualModeSuite answers the requests of the suite appconnect.dualmode. You
// need not change this file.
type dualModeSuite struct {
	// install returns a fresh app that keeps what is persistent in the folder
	// storage, or in memory if that is "". With keep it finds there what an
	// earlier installation left; otherwise the folder is empty.
	install func(storage string, keep bool, host *scriptedHost) (modeLogic, error)

	app       modeLogic
	host      *scriptedHost
	isRunning bool
}

func (suite *dualModeSuite) claim() any { return members{} }

func (suite *dualModeSuite) start(request *request) (err error) {
	suite.isRunning = false
	suite.host = &scriptedHost{}
	suite.app, err = suite.install(request.storage, request.keep, suite.host)
	return err
}

func (suite *dualModeSuite) step(request *request) (members, error) {
	suite.host.calls, suite.host.actions = []any{}, []any{}
	if err := suite.perform(request); err != nil {
		return nil, err
	}
	state, encryption := suite.app.persisted()
	return members{
		"calls": suite.host.calls, "app": suite.host.actions,
		"state": orNull(state), "encryption": orNull(encryption),
	}, nil
}

func (suite *dualModeSuite) perform(request *request) error {
	if _, isGiven := request.body.member("dieAfterPersist"); isGiven {
		return unsupported("this app cannot be killed at a given write")
	}
	switch request.action {
	case "launch":
		options, isGiven := request.body.member("options")
		if !isGiven {
			options.raw = "{}"
		}
		suite.host.answer = request.body.isTrue("shouldStart")
		suite.isRunning = true
		return suite.app.launch(launchOptions(options.raw))
	case "terminate":
		suite.isRunning = false
		return suite.app.terminate()
	case "managedPolicy", "userRequests":
		if !suite.isRunning {
			return errors.New("the app is not launched")
		}
		if request.action == "managedPolicy" {
			return suite.managedPolicy(request.body)
		}
		return suite.userRequests(request.body.text("mode"))
	}
	return unsupported(fmt.Sprintf("the suite appconnect.dualmode has no action %.40q", request.action))
}

func (suite *dualModeSuite) managedPolicy(body jsonObject) error {
	notice := policyNotice{
		isManaged:              body.text("policy") == "MANAGED",
		hasSecureServices:      body.isTrue("secureServices"),
		isSecureFileIORequired: body.isTrue("secureFileIORequired"),
		authorization:          "AUTHORIZED",
	}
	if _, isGiven := body.member("authState"); isGiven {
		notice.authorization = body.text("authState")
	}
	switch notice.authorization {
	case "AUTHORIZED", "UNAUTHORIZED", "RETIRED":
	default:
		return fmt.Errorf("there is no authState %.40q", notice.authorization)
	}
	if !notice.isManaged && body.text("policy") != "UNMANAGED" {
		return fmt.Errorf("there is no policy %.40q", body.text("policy"))
	}
	return suite.app.managedPolicy(notice)
}

func (suite *dualModeSuite) userRequests(mode string) error {
	if mode != "AppConnectMode" && mode != "NonAppConnectMode" {
		return fmt.Errorf("a user cannot request the mode %.40q", mode)
	}
	return suite.app.userRequests(mode == "AppConnectMode")
}

func (suite *dualModeSuite) takeLate() []any { return nil }

func orNull(word string) any {
	if word == "" {
		return nil
	}
	return word
}
