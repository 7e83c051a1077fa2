// The adapter between assay and a library that is configured through URLs.
//
// Change what is marked `>>> YOUR LIBRARY`; the other files can stay as they
// are. Run it with:
//
//	make && assay run -- ./adapter
package main

// >>> YOUR LIBRARY: import it here, require it in go.mod, and delete
// stub_library.go.

func main() {
	adapter := adapter{
		// >>> YOUR LIBRARY: its name and version, as they will appear in the
		// report.
		name: "Stub", version: "0.1.0", language: "Go",
		suites: map[string]suite{"abt": &abtSuite{
			// >>> YOUR LIBRARY: what it can do; README.md lists the words. What you do
			// not claim is not tested. Always claim "sequence": the adapter sees to it.
			editions:     []string{"plain"},
			capabilities: []string{"sequence", "bytes"},
			makeLibrary:  makeLibrary,
			plainValue:   plainValue,
		}},
	}
	adapter.run()
}

// plainValue returns what a value of the library's own type is, in a type of
// assay_values.go; false if it is none of those. Where the kind of the type does
// not say either what it is, the step is a failure that names the type.
func plainValue(value any) (plain any, isKnown bool) {
	// >>> YOUR LIBRARY: a case for each type that it has and the protocol has not.
	switch value.(type) {
	// case plist.UID:
	// 	return uint64(value.(plist.UID)), true
	}
	return nil, false
}

// makeLibrary makes a library in a fresh app.
//
// >>> YOUR LIBRARY: it must remember nothing of earlier ones. For the
// encrypting edition, app also has encryptionSecret and allowsUnencrypted.
func makeLibrary(app app) (library, error) {
	return glue{newStubLibrary(app.bundleIdentifier, app.apiKey, app.urlScheme)}, nil
}

type glue struct{ library *stubLibrary }

func (glue glue) open(url string, delegate *scriptedDelegate) (bool, error) {
	// >>> YOUR LIBRARY: give it its delegate, what it calls to open URLs, and
	// the URL; return whether it says that the URL was for it.
	glue.library.delegate = appDelegate{delegate}
	glue.library.openURL = delegate.opened
	handled := glue.library.HandleConfigURL(url)
	// >>> YOUR LIBRARY: if it goes on working afterwards, wait for its callback:
	// if handled {
	// 	delegate.waitUntilQuiet()
	// }
	return handled, nil
}

// An appDelegate is what the library calls in the app.
//
// >>> YOUR LIBRARY: in the form that it wants.
type appDelegate struct{ scripted *scriptedDelegate }

func (delegate appDelegate) ApplyConfiguration(set *stubSet) bool {
	answer := delegate.scripted.apply(set.Category, set.Values, func(record record) {
		switch {
		case !record.applied:
			set.DidNotApply(record.key)
		case record.hasOldValue:
			set.DidApplyWithOldValue(record.key, record.oldValue)
		default:
			set.DidApply(record.key)
		}
	})
	// >>> YOUR LIBRARY: "cancel", and answer.err, if its delegate can say so.
	return answer.word == "yes"
}

func (delegate appDelegate) RevertConfiguration(set *stubSet) bool {
	return delegate.scripted.revert(set.Category, set.Keys).word == "yes"
}
