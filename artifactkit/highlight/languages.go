package highlight

var (
	double   = quote{`"`, `"`, true, false}
	single   = quote{`'`, `'`, true, false}
	backtick = quote{"`", "`", false, true}
	triple   = quote{`"""`, `"""`, true, true}
)

// cFamily is what C and those who took its dress have in common.
func cFamily(keywords string, names ...string) language {
	return language{
		names: names, line: []string{"//"}, block: [2]string{"/*", "*/"}, strings: []quote{triple, double, single},
		keywords: keywords, literals: "true false null nullptr NULL nil", sigil: "#@",
	}
}

// languages is the table. A row more is a language more.
var languages = []language{
	{
		names: []string{"go", "golang"}, line: []string{"//"}, block: [2]string{"/*", "*/"}, strings: []quote{double, single, backtick},
		keywords: `break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select
			struct switch type var any bool byte comparable error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64`,
		literals: "true false nil iota",
	},
	{
		names: []string{"python", "py", "python3", "pyi", "ipython"}, line: []string{"#"},
		strings: []quote{triple, {`'''`, `'''`, true, true}, double, single}, prefix: "rbfuRBFU",
		keywords: `and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match
			nonlocal not or pass raise return try while with yield self`,
		literals: "True False None", sigil: "@",
	},
	{
		names: []string{"javascript", "js", "jsx", "mjs", "cjs", "typescript", "ts", "tsx", "mts"}, line: []string{"//"}, block: [2]string{"/*", "*/"},
		strings: []quote{double, single, {"`", "`", true, true}}, regexp: true, extra: "$",
		keywords: `abstract as async await break case catch class const continue debugger declare default delete do else enum export extends finally for
			from function get if implements import in instanceof interface keyof let namespace new of private protected public readonly return satisfies
			set static super switch this throw try type typeof var void while with yield`,
		literals: "true false null undefined NaN Infinity", sigil: "@",
	},
	{names: []string{"json", "jsonc", "json5", "jsonl", "ndjson"}, scan: scanJSON},
	{
		names: []string{"bash", "sh", "shell", "zsh", "fish"}, line: []string{"#"}, spaced: true,
		strings: []quote{{`"`, `"`, true, true}, {`'`, `'`, false, true}}, variable: true, extra: "-",
		keywords: `if then else elif fi for while until do done case esac in function select return break continue exit export local readonly declare
			unset shift source set trap eval exec`,
		literals: "true false",
	},
	{names: []string{"console", "shell-session", "terminal", "sh-session"}, inner: "bash", scan: scanConsole},
	{
		names: []string{"r", "rscript"}, line: []string{"#"}, strings: []quote{{`"`, `"`, true, true}, {`'`, `'`, true, true}, backtick}, prefix: "rR", raw: '(',
		keywords: "if else repeat while function for in next break return library require",
		literals: "TRUE FALSE NULL NA NA_integer_ NA_real_ NA_character_ Inf NaN T F", extra: ".",
	},
	{
		names: []string{"sql", "mysql", "postgresql", "postgres", "sqlite", "duckdb"}, line: []string{"--"}, block: [2]string{"/*", "*/"},
		strings: []quote{{`'`, `'`, false, true}, {`"`, `"`, false, true}, backtick}, fold: true,
		keywords: `add all alter analyze and as asc begin between by case cast check column commit constraint create cross database default delete desc
			distinct drop else end except exists explain foreign from full group having if ilike in index inner insert intersect into is join key lateral
			left like limit not offset on or order outer over partition primary references returning right rollback row rows select set table then
			to transaction truncate union unique update using values view when where window with
			bigint boolean char date decimal double float int integer interval json jsonb numeric real smallint text time timestamp uuid varchar`,
		literals: "true false null",
	},
	{
		names: []string{"css", "scss", "less", "sass"}, block: [2]string{"/*", "*/"}, strings: []quote{double, single}, extra: "-", sigil: "@!#", scan: scanCSS,
	},
	{names: []string{"html", "xml", "svg", "htm", "xhtml", "vue", "svelte", "rss", "plist"}, scan: scanTags},
	{names: []string{"yaml", "yml"}, scan: scanYAML, line: []string{"#"}, spaced: true, strings: []quote{double, {`'`, `'`, false, false}},
		literals: "true false null yes no on off", extra: "-."},
	{
		names: []string{"toml", "ini", "cfg", "conf", "properties"}, line: []string{"#", ";"}, spaced: true,
		strings: []quote{triple, double, {`'`, `'`, false, false}}, literals: "true false", extra: "-.", scan: scanTOML,
	},
	{names: []string{"diff", "patch", "udiff"}, scan: scanDiff},
	{names: []string{"markdown", "md", "mdx", "qmd", "rmd"}, scan: scanMarkdown},
	{
		names: []string{"rust", "rs"}, line: []string{"//"}, block: [2]string{"/*", "*/"}, nested: true, strings: []quote{{`"`, `"`, true, true}, single},
		prefix: "rb", raw: '#', char: true,
		keywords: `as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return self Self
			static struct super trait type unsafe use where while bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize String Vec
			Option Result`,
		literals: "true false None Some Ok Err",
	},
	cFamily(`alignas auto bool break case catch char class const constexpr continue default delete do double else enum explicit extern float for friend
		goto if inline int long namespace new noexcept operator override private protected public register return short signed sizeof static struct
		switch template this throw try typedef typename union unsigned using virtual void volatile wchar_t while size_t uint8_t uint16_t uint32_t
		uint64_t int8_t int16_t int32_t int64_t`, "c", "cpp", "c++", "cc", "cxx", "h", "hpp", "hh", "objc", "objective-c", "m", "cuda", "glsl", "arduino"),
	cFamily(`abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for if
		implements import instanceof int interface long native new package permits private protected public record return sealed short static super
		switch synchronized this throw throws transient try var void volatile while yield`, "java", "groovy", "gradle"),
	cFamily(`abstract as async await base bool break byte case catch char class const continue decimal default delegate do double else enum event
		explicit extern finally fixed float for foreach get goto if implicit in init int interface internal is lock long namespace new object operator
		out override params private protected public readonly record ref return sbyte sealed set short static string struct switch this throw try
		typeof uint ulong using var virtual void when where while yield`, "csharp", "cs", "c#"),
	cFamily(`as associatedtype break by case catch class companion const constructor continue data def default defer deinit do else enum extends
		extension fallthrough final finally for fun func guard if implicit import in infix init inline inout interface internal is lateinit lazy let
		match mut object open operator out override package private protocol public repeat return sealed self static struct subscript super suspend
		switch this throw throws trait try type typealias val var when where while with yield`, "kotlin", "kt", "kts", "swift", "scala", "dart"),
	{
		names: []string{"ruby", "rb", "julia", "jl", "elixir", "ex", "exs", "crystal"}, line: []string{"#"}, strings: []quote{triple, double, single},
		keywords: `abstract alias and baremodule begin break case catch class const continue def defmodule defp defined do else elsif elseif end ensure
			export finally for function global if import in let local loop macro module mutable next not or quote redo require rescue retry return self
			struct super then try undef unless until using when where while yield`,
		literals: "true false nil nothing missing", sigil: "@:", extra: "?!",
	},
	{
		names: []string{"php"}, line: []string{"//", "#"}, block: [2]string{"/*", "*/"}, strings: []quote{{`"`, `"`, true, true}, {`'`, `'`, true, true}},
		variable: true, fold: true,
		keywords: `abstract and array as break callable case catch class clone const continue declare default do echo else elseif enum extends final
			finally fn for foreach function global if implements include instanceof interface match namespace new or print private protected public
			readonly require return static switch throw trait try use var while yield`,
		literals: "true false null",
	},
	{
		names: []string{"lua"}, line: []string{"--"}, strings: []quote{double, single, {"[[", "]]", false, true}},
		keywords: "and break do else elseif end for function goto if in local not or repeat return then until while", literals: "true false nil",
	},
	{
		names: []string{"dockerfile", "docker", "makefile", "make", "mk"}, line: []string{"#"}, spaced: true, strings: []quote{double, single}, variable: true,
		keywords: `FROM RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK SHELL AS
			ifeq ifneq ifdef ifndef else endif include define endef export override`, extra: "-",
	},
}
