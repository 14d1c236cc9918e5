// Added to a package under comparison: records calls to changed functions as data, and repeats such calls.
// Every name starts with af to avoid conflicts with the package; go-probe.mjs replaces the next line.
package agentforge

import (
	afbufio "bufio"
	afjson "encoding/json"
	affmt "fmt"
	afmath "math"
	afos "os"
	afreflect "reflect"
	afruntime "runtime"
	afdebug "runtime/debug"
	afsort "sort"
	afstrconv "strconv"
	afstrings "strings"
	afsync "sync"
	aftime "time"
	afutf8 "unicode/utf8"
	afunsafe "unsafe"
)

const (
	afMostBytes    = 20000
	afMostCalls    = 24
	afCallTicks    = 300000
	afCallTime     = 400 * aftime.Millisecond
	afRepetitions  = 6
	afLargestExact = 1 << 53
)

type afNotPlain struct{}
type afSpent struct{}

var (
	afTicks   = 1 << 60
	afLock    afsync.Mutex
	afRecords *afos.File
	afCounts  = map[string]int{}
	afKnown   = map[string]string{}
	afOn      = map[string]bool{}
	afIgnored = map[string]bool{}
	// A test makes its calls itself, not in another goroutine.
	afInTest = false
)

func init() {
	if path := afos.Getenv("AF_RECORD"); path != "" {
		afRecords, _ = afos.OpenFile(path, afos.O_CREATE|afos.O_APPEND|afos.O_WRONLY, 0o600)
	}
}

func afTick() {
	afTicks--
	if afTicks < 0 {
		panic(afSpent{})
	}
}

type afRecord struct {
	Name  string        `json:"name"`
	Types []string      `json:"types"`
	Given []interface{} `json:"given"`
	Shown []string      `json:"shown"`
}

// afCalled records a call. Arguments are pointers to the parameters; nil stands for an unnamed one.
func afCalled(name string, types []interface{}, given ...interface{}) {
	if afRecords == nil {
		return
	}
	afLock.Lock()
	defer afLock.Unlock()
	defer func() { _ = recover() }()
	routine := afRoutine()
	if len(given) > 0 {
		afRepeated(name, given[0])
	}
	if afCounts[name] >= afMostCalls {
		return
	}
	record := afRecord{Name: name, Types: []string{}, Given: []interface{}{}, Shown: []string{}}
	for _, each := range types {
		record.Types = append(record.Types, afreflect.TypeOf(each).Elem().String())
	}
	for _, each := range given {
		if each == nil {
			record.Given = append(record.Given, nil)
			record.Shown = append(record.Shown, "_")
			continue
		}
		value := afreflect.ValueOf(each).Elem()
		record.Given = append(record.Given, afPack(value, 12, map[uintptr]bool{}))
		record.Shown = append(record.Shown, afBrief(afShow(value, 5), 80))
	}
	line, err := afjson.Marshal(record)
	if err != nil || len(line) > afMostBytes {
		return
	}
	if before, known := afKnown[string(line)]; known {
		if before == routine {
			affmt.Fprintf(afRecords, "{\"unsteady\":%s}\n", line)
		}
		afKnown[string(line)] = routine
		return
	}
	afKnown[string(line)] = routine
	afCounts[name]++
	affmt.Fprintf(afRecords, "%s\n", line)
}

// afRepeated records that a test calls the same object more than once.
func afRepeated(name string, first interface{}) {
	if first == nil {
		return
	}
	value := afreflect.ValueOf(first).Elem()
	if value.Kind() != afreflect.Ptr || value.IsNil() {
		return
	}
	key := affmt.Sprint(name, value.Pointer())
	if afOn[key] {
		affmt.Fprintf(afRecords, "{\"repeated\":%q}\n", name)
	}
	afOn[key] = true
}

// afRoutine identifies the goroutine, and thereby the test.
func afRoutine() string {
	text := make([]byte, 40)
	text = text[:afruntime.Stack(text, false)]
	return afstrings.SplitN(string(text), " [", 2)[0]
}

// afField also reads and writes unexported fields.
func afField(value afreflect.Value, at int) afreflect.Value {
	field := value.Field(at)
	return afreflect.NewAt(field.Type(), afunsafe.Pointer(field.UnsafeAddr())).Elem()
}

func afAddressable(value afreflect.Value) afreflect.Value {
	if value.CanAddr() {
		return value
	}
	other := afreflect.New(value.Type()).Elem()
	other.Set(value)
	return other
}

func afIsTime(t afreflect.Type) bool { return t == afreflect.TypeOf(aftime.Time{}) }

func afIsLock(t afreflect.Type) bool { return t.PkgPath() == "sync" }

// afIsForeign reports whether a type of another module hides its contents.
func afIsForeign(t afreflect.Type) bool {
	path := t.PkgPath()
	if path == "" || path == "main" || path == afModule || afstrings.HasPrefix(path, afModule+"/") {
		return false
	}
	for at := 0; at < t.NumField(); at++ {
		if t.Field(at).PkgPath != "" {
			return true
		}
	}
	return false
}

// afPack converts a value to data; it panics for values that a copy would change.
func afPack(value afreflect.Value, depth int, seen map[uintptr]bool) interface{} {
	if depth == 0 {
		panic(afNotPlain{})
	}
	switch value.Kind() {
	case afreflect.Bool:
		return value.Bool()
	case afreflect.Int, afreflect.Int8, afreflect.Int16, afreflect.Int32, afreflect.Int64:
		if n := value.Int(); n < -afLargestExact || n > afLargestExact {
			return affmt.Sprintf("$n:%d", n)
		}
		return value.Int()
	case afreflect.Uint, afreflect.Uint8, afreflect.Uint16, afreflect.Uint32, afreflect.Uint64, afreflect.Uintptr:
		if n := value.Uint(); n > afLargestExact {
			return affmt.Sprintf("$n:%d", n)
		}
		return value.Uint()
	case afreflect.Float32, afreflect.Float64:
		if n := value.Float(); afmath.IsNaN(n) || afmath.IsInf(n, 0) {
			return affmt.Sprintf("$f:%v", n)
		}
		return value.Float()
	case afreflect.String:
		if !afutf8.ValidString(value.String()) {
			panic(afNotPlain{})
		}
		return value.String()
	case afreflect.Slice:
		if value.IsNil() {
			return nil
		}
		return afPackItems(value, depth, seen)
	case afreflect.Array:
		return afPackItems(value, depth, seen)
	case afreflect.Map:
		return afPackMap(value, depth, seen)
	case afreflect.Ptr:
		if value.IsNil() {
			return nil
		}
		if seen[value.Pointer()] {
			panic(afNotPlain{})
		}
		seen[value.Pointer()] = true
		return afPack(value.Elem(), depth, seen)
	case afreflect.Interface:
		if value.IsNil() {
			return nil
		}
		name := afTypeName(value.Elem().Type())
		return map[string]interface{}{"$t": name, "v": afPack(value.Elem(), depth-1, seen)}
	case afreflect.Struct:
		return afPackStruct(afAddressable(value), depth, seen)
	case afreflect.Func, afreflect.Chan, afreflect.UnsafePointer:
		if value.IsNil() {
			return nil
		}
	}
	panic(afNotPlain{})
}

func afPackItems(value afreflect.Value, depth int, seen map[uintptr]bool) interface{} {
	items := make([]interface{}, value.Len())
	for at := range items {
		items[at] = afPack(value.Index(at), depth-1, seen)
	}
	return items
}

func afPackMap(value afreflect.Value, depth int, seen map[uintptr]bool) interface{} {
	if value.IsNil() {
		return nil
	}
	if value.Type().Key().Kind() == afreflect.String {
		entries := map[string]interface{}{}
		for _, key := range value.MapKeys() {
			entries[key.String()] = afPack(value.MapIndex(key), depth-1, seen)
		}
		return entries
	}
	pairs := [][]interface{}{}
	for _, key := range value.MapKeys() {
		pairs = append(pairs, []interface{}{afPack(key, depth-1, seen), afPack(value.MapIndex(key), depth-1, seen)})
	}
	afsort.Slice(pairs, func(i, j int) bool { return affmt.Sprint(pairs[i][0]) < affmt.Sprint(pairs[j][0]) })
	return map[string]interface{}{"$m": pairs}
}

func afPackStruct(value afreflect.Value, depth int, seen map[uintptr]bool) interface{} {
	t := value.Type()
	if afIsTime(t) {
		moment := value.Interface().(aftime.Time)
		if moment.Location() != aftime.UTC || moment.Nanosecond()%1e6 != 0 {
			panic(afNotPlain{})
		}
		return affmt.Sprintf("$d:%d", moment.UnixMilli())
	}
	if afIsForeign(t) {
		panic(afNotPlain{})
	}
	fields := map[string]interface{}{}
	for at := 0; at < t.NumField(); at++ {
		if !afIsLock(t.Field(at).Type) && t.Field(at).Name != "_" {
			fields[t.Field(at).Name] = afPack(afField(value, at), depth-1, seen)
		}
	}
	return fields
}

func afTypeName(t afreflect.Type) string {
	for name, each := range afTypes {
		if each == t {
			return name
		}
		if afreflect.PtrTo(each) == t {
			return "*" + name
		}
	}
	panic(afNotPlain{})
}

// afUnpack creates a value of a type from data; it panics if the data does not fit.
func afUnpack(t afreflect.Type, data interface{}) afreflect.Value {
	made := afreflect.New(t).Elem()
	if data == nil {
		return made
	}
	switch t.Kind() {
	case afreflect.Bool:
		made.SetBool(data.(bool))
	case afreflect.Int, afreflect.Int8, afreflect.Int16, afreflect.Int32, afreflect.Int64:
		n, err := afstrconv.ParseInt(afDigits(data), 10, 64)
		if err != nil || made.OverflowInt(n) {
			panic(afNotPlain{})
		}
		made.SetInt(n)
	case afreflect.Uint, afreflect.Uint8, afreflect.Uint16, afreflect.Uint32, afreflect.Uint64, afreflect.Uintptr:
		n, err := afstrconv.ParseUint(afDigits(data), 10, 64)
		if err != nil || made.OverflowUint(n) {
			panic(afNotPlain{})
		}
		made.SetUint(n)
	case afreflect.Float32, afreflect.Float64:
		n, err := afstrconv.ParseFloat(afDigits(data), 64)
		if err != nil {
			panic(afNotPlain{})
		}
		made.SetFloat(n)
	case afreflect.String:
		made.SetString(data.(string))
	case afreflect.Slice:
		items := data.([]interface{})
		made.Set(afreflect.MakeSlice(t, len(items), len(items)))
		afFill(made, items)
	case afreflect.Array:
		items := data.([]interface{})
		if len(items) != t.Len() {
			panic(afNotPlain{})
		}
		afFill(made, items)
	case afreflect.Map:
		afFillMap(made, data.(map[string]interface{}))
	case afreflect.Ptr:
		made.Set(afreflect.New(t.Elem()))
		made.Elem().Set(afUnpack(t.Elem(), data))
	case afreflect.Interface:
		held := data.(map[string]interface{})
		made.Set(afUnpack(afTypeNamed(held["$t"].(string)), held["v"]))
	case afreflect.Struct:
		afFillStruct(made, data)
	default:
		panic(afNotPlain{})
	}
	return made
}

func afDigits(data interface{}) string {
	if text, ok := data.(string); ok && len(text) > 3 && (text[:3] == "$n:" || text[:3] == "$f:") {
		return text[3:]
	}
	return string(data.(afjson.Number))
}

func afFill(made afreflect.Value, items []interface{}) {
	for at, each := range items {
		made.Index(at).Set(afUnpack(made.Type().Elem(), each))
	}
}

func afFillMap(made afreflect.Value, entries map[string]interface{}) {
	t := made.Type()
	made.Set(afreflect.MakeMap(t))
	if t.Key().Kind() == afreflect.String {
		for key, each := range entries {
			made.SetMapIndex(afreflect.ValueOf(key).Convert(t.Key()), afUnpack(t.Elem(), each))
		}
		return
	}
	for _, each := range entries["$m"].([]interface{}) {
		pair := each.([]interface{})
		made.SetMapIndex(afUnpack(t.Key(), pair[0]), afUnpack(t.Elem(), pair[1]))
	}
}

func afFillStruct(made afreflect.Value, data interface{}) {
	t := made.Type()
	if afIsTime(t) {
		at, err := afstrconv.ParseInt(afstrings.TrimPrefix(data.(string), "$d:"), 10, 64)
		if err != nil {
			panic(afNotPlain{})
		}
		made.Set(afreflect.ValueOf(aftime.UnixMilli(at).UTC()))
		return
	}
	fields := data.(map[string]interface{})
	for at := 0; at < t.NumField(); at++ {
		if given, known := fields[t.Field(at).Name]; known {
			afField(made, at).Set(afUnpack(t.Field(at).Type, given))
		}
	}
}

func afTypeNamed(name string) afreflect.Type {
	if t, known := afTypes[name]; known {
		return t
	}
	if t, known := afTypes[afstrings.TrimPrefix(name, "*")]; known {
		return afreflect.PtrTo(t)
	}
	panic(afNotPlain{})
}

// afShow formats a value in Go notation; equal values have equal text.
func afShow(value afreflect.Value, depth int) string {
	if !value.IsValid() {
		return "nil"
	}
	switch value.Kind() {
	case afreflect.Ptr, afreflect.Map, afreflect.Slice, afreflect.Interface, afreflect.Func, afreflect.Chan:
		if value.IsNil() {
			return "nil"
		}
	}
	if value.CanInterface() {
		if failure, ok := value.Interface().(error); ok {
			return affmt.Sprintf("error %q", failure.Error())
		}
		if moment, ok := value.Interface().(aftime.Time); ok {
			return moment.Format(aftime.RFC3339Nano)
		}
	}
	if depth == 0 {
		return "…"
	}
	name := afstrings.TrimPrefix(value.Type().String(), afPackage+".")
	parts := []string{}
	switch value.Kind() {
	case afreflect.String:
		return affmt.Sprintf("%q", value.String())
	case afreflect.Ptr:
		return "&" + afShow(value.Elem(), depth)
	case afreflect.Interface:
		return afShow(value.Elem(), depth)
	case afreflect.Slice, afreflect.Array:
		for at := 0; at < value.Len() && at < 300; at++ {
			parts = append(parts, afShow(value.Index(at), depth-1))
		}
		return "[" + afstrings.Join(parts, ", ") + "]"
	case afreflect.Map:
		for _, key := range value.MapKeys() {
			parts = append(parts, afShow(key, depth-1)+": "+afShow(value.MapIndex(key), depth-1))
		}
		afsort.Strings(parts)
		return "map{" + afstrings.Join(parts, ", ") + "}"
	case afreflect.Struct:
		readable := afAddressable(value)
		for at := 0; at < value.NumField(); at++ {
			field := value.Type().Field(at)
			if !afIsLock(field.Type) && !afIgnored[name+"."+field.Name] {
				parts = append(parts, field.Name+": "+afShow(afField(readable, at), depth-1))
			}
		}
		return name + "{" + afstrings.Join(parts, ", ") + "}"
	case afreflect.Func, afreflect.Chan, afreflect.UnsafePointer:
		return name
	}
	return affmt.Sprint(value)
}

// afBrief shortens text; long ones stay distinguishable.
func afBrief(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	sum := uint32(0)
	for at := 0; at < len(text); at++ {
		sum = sum*31 + uint32(text[at])
	}
	return affmt.Sprintf("%s… %x", afstrings.ToValidUTF8(text[:limit-12], ""), sum)
}

type afInput struct {
	Name  string        `json:"name"`
	Given []interface{} `json:"given"`
}

type afRequest struct {
	Inputs  []afInput `json:"inputs"`
	Own     int       `json:"own"`
	From    int       `json:"from"`
	Round   int       `json:"round"`
	Ignored []string  `json:"ignored"`
}

// afServe answers calls: all of them in the first round, those of the tests again in the second.
func afServe() {
	afdebug.SetMaxStack(192 << 20)
	out := afbufio.NewWriter(afos.NewFile(3, "answers"))
	say := func(message interface{}) {
		line, _ := afjson.Marshal(message)
		_, _ = out.Write(append(line, '\n'))
		_ = out.Flush()
	}
	say(map[string]interface{}{"fields": afFields()})
	decoder := afjson.NewDecoder(afbufio.NewReaderSize(afos.Stdin, 1<<20))
	decoder.UseNumber()
	var request afRequest
	if decoder.Decode(&request) != nil {
		return
	}
	for _, each := range request.Ignored {
		afIgnored[each] = true
	}
	for round := request.Round; round < 2; round++ {
		count := len(request.Inputs)
		if round == 1 {
			count = request.Own
		}
		for index := request.From; index < count; index++ {
			say([]interface{}{"asks", index, round})
			answers := afAsk(request.Inputs[index], round == 1 && index < request.Own)
			say([]interface{}{"answers", index, round, answers})
		}
		request.From = 0
	}
	say("end")
}

func afFields() map[string][]string {
	found := map[string][]string{}
	for name, t := range afTypes {
		for at := 0; t.Kind() == afreflect.Struct && t.PkgPath() != "" && at < t.NumField(); at++ {
			found[name] = append(found[name], t.Field(at).Name)
		}
	}
	return found
}

// afAsk returns the answer to a call and, on request, to further calls and to a second call on the same object.
func afAsk(input afInput, more bool) []interface{} {
	fn, known := afAims()[input.Name]
	if !known {
		return []interface{}{nil}
	}
	first, receiver := afOutcome(afreflect.ValueOf(fn), input.Given, nil)
	answers := []interface{}{first}
	if !more {
		return answers
	}
	for round := 0; round < afRepetitions; round++ {
		next, _ := afOutcome(afreflect.ValueOf(fn), input.Given, nil)
		answers = append(answers, next)
	}
	if receiver != nil {
		again, _ := afOutcome(afreflect.ValueOf(fn), input.Given, receiver)
		answers = append(answers, again)
	}
	return answers
}

func afOutcome(fn afreflect.Value, data []interface{}, receiver *afreflect.Value) (interface{}, *afreflect.Value) {
	given := afGiven(fn.Type(), data)
	if given == nil {
		return nil, nil
	}
	if receiver != nil {
		given[0] = *receiver
	}
	done := make(chan interface{}, 1)
	call := func() {
		var answer interface{}
		defer func() { done <- answer }()
		afTicks = afCallTicks
		answer = afTry(fn, given)
	}
	if afInTest {
		call()
	} else {
		go call()
	}
	select {
	case answer := <-done:
		afTicks = 1 << 60
		if len(given) > 0 && given[0].Kind() == afreflect.Ptr && !given[0].IsNil() {
			return answer, &given[0]
		}
		return answer, nil
	case <-aftime.After(afCallTime):
		afos.Exit(3)
		return nil, nil
	}
}

func afGiven(t afreflect.Type, data []interface{}) (given []afreflect.Value) {
	defer func() {
		if recover() != nil {
			given = nil
		}
	}()
	given = []afreflect.Value{}
	for at, each := range data {
		given = append(given, afUnpack(t.In(at), each))
	}
	return given
}

func afTry(fn afreflect.Value, given []afreflect.Value) (answer interface{}) {
	defer func() {
		if reason := recover(); reason != nil {
			if _, spent := reason.(afSpent); spent {
				answer = nil
				return
			}
			answer = afBrief(affmt.Sprintf("throws %v", reason), 200)
		}
	}()
	var results []afreflect.Value
	if fn.Type().IsVariadic() {
		results = fn.CallSlice(given)
	} else {
		results = fn.Call(given)
	}
	shown := []string{}
	for _, each := range results {
		shown = append(shown, afShow(each, 6))
	}
	left := []string{}
	for _, each := range given {
		switch each.Kind() {
		case afreflect.Ptr, afreflect.Map, afreflect.Slice, afreflect.Interface:
			left = append(left, afShow(each, 6))
		}
	}
	text := afBrief(afstrings.Join(shown, ", "), 400)
	if last := len(results) - 1; last >= 0 && afstrings.HasPrefix(shown[last], "error ") {
		text = "raises " + shown[last] + afBrief(" with "+afstrings.Join(shown[:last], ", "), 200)
	}
	if len(results) == 0 {
		text = "nothing"
	}
	if len(left) == 0 {
		return text
	}
	return text + " leaving " + afBrief(afstrings.Join(left, ", "), 600)
}
