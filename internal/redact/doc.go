// Package redact takes secrets out of what leaves the machine: keys of known families, credentials in headers, addresses and
// assignments, and the name of the person in paths of home folders. What is taken out is replaced by "[removed: rule]".
//
// # Policy
//
// A key is recognized by its prefix and its shape, and by its checksum where its family has a known one. What has no prefix of its
// own, such as a password, is recognized by what stands before it: a header's name, an assignment to a name that says "password", the
// user part of an address. Only what is very likely a secret is removed, since a page full of holes helps nobody: values shorter than
// 8 characters ("password: hunter2"), of letters alone, references ($TOKEN, ${{ secrets.X }}) and placeholders (your-key-here) stay. Hashes,
// commits, UUIDs and pictures stay. Pictures are not looked into; they are counted.
//
// Text is read as a person would see it: terminal colours and invisible characters inside a key, and JSON escapes before its
// characters, do not hide it. JSON stays JSON: strings and names are read decoded and written anew, everything else token for token,
// and no line is added or lost. The cost is linear in the text.
package redact
