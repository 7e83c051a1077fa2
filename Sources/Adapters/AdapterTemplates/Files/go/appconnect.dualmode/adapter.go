// The adapter between assay and the mode logic of a dual-mode app.
//
// Change what is marked `>>> YOUR APP`; the other files can stay as they are.
// Run it with:
//
//	make && assay run --suite appconnect.dualmode -- ./adapter
package main

// >>> YOUR APP: import its mode logic here, require it in go.mod, and delete
// stub_app.go.

func main() {
	adapter := adapter{
		// >>> YOUR APP: its name and version, as the report will show them.
		name: "Stub", version: "0.1.0", language: "Go",
		suites: map[string]suite{"appconnect.dualmode": &dualModeSuite{install: install}},
	}
	adapter.run()
}

// install returns a freshly installed app.
//
// >>> YOUR APP: let it keep its mode and its encryption in the folder or,
// without one, wherever nothing of an earlier installation is. Pass its calls
// to the AppConnect library and to the rest of the app to host.
func install(storage string, keep bool, host *scriptedHost) (modeLogic, error) {
	app, err := newStubApp(storage, keep)
	return glue{app, host}, err
}

type glue struct {
	app  *stubApp
	host *scriptedHost
}

// >>> YOUR APP: application:didFinishLaunchingWithOptions:, or its equivalent.
// Read the mode from the storage again.
func (glue glue) launch(options launchOptions) error { return glue.app.didFinishLaunching() }

// >>> YOUR APP: the library says whether the app is managed.
func (glue glue) managedPolicy(notice policyNotice) error { return nil }

// >>> YOUR APP: the user asks for the other mode.
func (glue glue) userRequests(appConnectMode bool) error { return nil }

// >>> YOUR APP: it is killed; drop what is in memory and save nothing.
func (glue glue) terminate() error { return nil }

// >>> YOUR APP: the persisted mode and encryption, such as
// "PendingAppConnectMode" and "Encrypted" (README.md).
func (glue glue) persisted() (state, encryption string) {
	if glue.app.state == "" {
		return "", ""
	}
	return glue.app.state, "Unencrypted"
}
