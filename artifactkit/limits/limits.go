// Package limits holds every bound of the product in one table, each with its reason.
// All sizes are bytes unless the name says otherwise. A bound is checked before the work it bounds.
package limits

const (
	// Result is the largest single result that is read as JSON; a longer text is shown as text, head and tail (ART-10).
	Result = 32 << 20
	// PayloadDepth is the nesting counted inside a payload, its own bracket being 1 (ART-10).
	PayloadDepth = 64
	// OuterDepth is the nesting of everything around a payload (ART-10).
	OuterDepth = 16
	// TapeDepth is how deep the scanner keeps single values; below it a container is kept as one opaque span.
	// It must hold an outer shell and a whole payload, so that every legal payload is reachable.
	TapeDepth = OuterDepth + PayloadDepth + 8
	// TapeNodes caps what the scanner allocates for one text (20 bytes a node); the two outermost levels are always kept,
	// so value, error and request are found behind any payload.
	TapeNodes = 4 << 20
	// NumberDigits is the longest number literal in characters (ART-10): nothing real is longer, and formatting is linear in it.
	NumberDigits = 1024
	// QuoteRunes cuts untrusted input that is quoted in a message (ART-9).
	QuoteRunes = 40

	// TextHead and TextTail are what a long text shows before "show more", in lines.
	TextHead = 200
	TextTail = 100
	// TextBytes is the most text one view carries, head and tail together.
	TextBytes = 256 << 10
	// TextPage is how many lines "show more" shows at a time.
	TextPage = 500
	// LineRunes cuts one line; the rest is counted and said.
	LineRunes = 2000
	// Marks is how many small elements (colours, tokens, marks) one view spends; behind them the text goes on plain. With the
	// lines of the view this stays under 5,000 elements, what a browser lays out without being noticed.
	Marks = 3000
	// NameRunes cuts a name in a view: of a file, a column, a member.
	NameRunes = 200

	// HighlightBytes and HighlightLines are the most code that is coloured; longer code is plain.
	HighlightBytes = 100_000
	HighlightLines = 1000

	// TableRows and TableColumns are what one table view carries; the rest is paged or hidden, and said.
	TableRows    = 50
	TableColumns = 60
	// TableNames is how many different columns are told apart; a table of objects without a common shape stops there.
	TableNames = 1000
	// TableCells is the most cells of one table view, so a wide table has fewer rows on a page: each cell may have a button beside it.
	TableCells = 1400
	// CellRunes cuts a cell; CellOpen is how many characters of one are shown when it is opened.
	CellRunes = 200
	CellOpen  = 16 << 10
	// TableExtract is the most bytes that a table gives out: short rows of a wide table are filled up with separators, which multiplies
	// them. TableMarkdown is the same as Markdown, which one pastes where people read.
	TableExtract  = 64 << 20
	TableMarkdown = 1 << 20

	// DiffInput is the largest old or new text that is compared, DiffCompared the most lines, old and new together; larger ones are
	// shown as replaced.
	DiffInput    = 2 << 20
	DiffCompared = 200_000
	// DiffExact is the most lines, old and new together, whose shortest difference is looked for: a million lines of few different
	// texts would take a minute. Beyond it lines that occur once are matched first, which is linear.
	DiffExact = 10_000
	// DiffLines is the most lines one page of a diff view carries; with the cells of two columns and the colours of code that stays
	// under 5,000 elements.
	DiffLines = 400
	// DiffPatch is how much of a patch is read, and DiffRecords how many lines; the rest is counted and said.
	DiffPatch   = 4 << 20
	DiffRecords = 400_000
	// WordTokens is the longest part of a line, in words, that is compared with its counterpart word by word; how lines begin and end
	// alike does not count.
	WordTokens = 200

	// Images is the most images of one result; the rest is counted and said.
	Images = 500
	// ImageSheet is how many images stand together, and ImageSheetBytes how much base64 they may be; a larger one opens alone.
	ImageSheet      = 12
	ImageSheetBytes = 8 << 20
	// ImageBytes is the largest decoded image that is put into a page.
	ImageBytes = 10 << 20
	// ImagePixels is the largest image by its header: a browser needs four bytes for each, whatever the file weighs.
	ImagePixels = 100_000_000

	// TreeNodes is the most nodes one view of a JSON tree carries, TreeString the most runes of a string in it.
	TreeNodes  = 400
	TreeString = 400
	// TreeChildren is how many children of one node are shown at a time; TreeOpen how many open nodes a state remembers, and
	// TreePointer the longest path of one, so that the state stays within its own bound.
	TreeChildren = 100
	TreeOpen     = 150
	TreePointer  = 256
	// TreeName is the longest name of a node that is read: ordinals on the way down, which serve where a pointer is too long.
	TreeName = 1024
	// TreeState is the most bytes that the open nodes take in a state.
	TreeState = 32 << 10
	// TreeKeys is the largest object whose keys are compared with each other.
	TreeKeys = 20_000
	// TreeStrings is how often the JSON in a string is read as JSON, and TreeWindow how many characters of an open string are shown.
	TreeStrings = 2
	TreeWindow  = 4000

	// Markdown is the longest Markdown source that is parsed as such; a longer one is shown as text.
	Markdown = 256 << 10
	// MarkdownDepth is how deep quotes, lists and emphasis are nested, fewer where that times the lines is above MarkdownSteps, for
	// each line is compared with all open blocks; MarkdownSpans is how many brackets and emphasis marks one
	// paragraph may have, MarkdownDefinitions how many link definitions: the parser compares each with all others.
	MarkdownDepth       = 32
	MarkdownSteps       = 500_000
	MarkdownSpans       = 1000
	MarkdownDefinitions = 2000
	// MarkdownSearch is how many bytes of a document are searched in vain for the ends of code and links.
	MarkdownSearch = 16 << 20
	// MarkdownCells is the table cells of one document, those included that fill up short rows.
	MarkdownCells = 15_000
	// MarkdownElements and MarkdownOutput bound what is drawn, elements and bytes of text and addresses: a definition of 40 kB
	// that is used 10,000 times is 400 MB. A browser lays out 20,000 elements in a good second, three times as many in a bad four.
	MarkdownElements = 20_000
	MarkdownOutput   = 1 << 20
	// HTML is the longest foreign HTML that is sanitised; a longer one is shown as text.
	HTML = 256 << 10
	// HTMLElements bounds the elements a parser may make of foreign HTML, counted before it is parsed; HTMLDepth their nesting, for
	// what is built of them is walked by recursion here and in every browser.
	HTMLElements = 20_000
	HTMLDepth    = 100
	// HTMLTables and HTMLCells are what is read of the tables in foreign HTML, all together; HTMLSpan is the most columns or rows
	// that one cell covers there, as in browsers. Spans multiply: without the second bound ten bytes make a thousand cells.
	HTMLTables = 64
	HTMLCells  = 100_000
	HTMLSpan   = 1000

	// LabelGraphemes and PreviewGraphemes cut display texts (DI-4); ArgumentGraphemes an argument preview.
	LabelGraphemes    = 60
	PreviewGraphemes  = 160
	ArgumentGraphemes = 40

	// ThreadDepth is how deep transcripts of sub-agents nest; deeper ones share the last level, so that a hostile chain costs no stack.
	ThreadDepth = 6
	// PromptRunes is what a prompt shows before the rest is folded: a heading is read aloud whole.
	PromptRunes = 2000
	// PageContents is how many prompts make a page without script long enough for a list of them, PageContentsOpen up to how many
	// the list is open at first.
	PageContents     = 5
	PageContentsOpen = 20
	// ArgumentBytes is the most that the arguments of a call show, set out as JSON.
	ArgumentBytes = 64 << 10
	// ListRows is how many calls a row shows when it opens, the latest; the earlier ones come on demand, as many at a time.
	ListRows = 200
	// OpenCards is how many cards "expand all" opens: a page carries that many well.
	OpenCards = 200
	// FindText is how much of one call's text is searched, in bytes of JSON about the same; FindTexts how much text a transcript keeps
	// for the next search; FindSlice the work of one step, in bytes, so that a page stays alive meanwhile; FindRunes the longest words.
	FindText  = 256 << 10
	FindTexts = 48 << 20
	FindSlice = 64 << 10
	FindRunes = 200
	// Facets is how many tools, statuses or kinds a filter offers.
	Facets = 100
	// TranscriptState is the largest state of a transcript that is read back; it holds one word for each row a reader touched.
	TranscriptState = 1 << 20

	// Beside is how many calls a run may have for a host's own drawings to leave its rows: each of them has the run drawn anew.
	Beside = 64

	// CardSources is how many sources of a result are listed, CardSourceRunes the most characters of one's name.
	CardSources     = 50
	CardSourceRunes = 200

	// InspectNotes is how many reasons are listed about one text, InspectPlaces of how many the place in the text is shown, and
	// InspectBytes how much of a text is: of the event, of what came in.
	InspectNotes  = 100
	InspectPlaces = 20
	InspectBytes  = 64 << 10
	// InspectBefore and InspectBehind are the lines round a place, InspectLines the most that it takes itself, InspectRunes the most
	// characters of a line.
	InspectBefore = 2
	InspectBehind = 2
	InspectLines  = 8
	InspectRunes  = 240

	// ChatState is the largest inflated chat state of a session file, ChatStateRatio the largest inflation.
	ChatState      = 64 << 20
	ChatStateRatio = 200

	// Skips is how many passed-over records a report names; the rest is counted.
	Skips = 100
	// SniffText is the longest text of a tool result that is tried as JSON to see whether it is a table.
	SniffText = 1 << 20
	// Twice is the longest text that an importer writes a second time for comfort (the old and new side of a patch, a string that
	// stands in the value as well); a longer one is referred to by a pointer, or left to the patch.
	Twice = 64 << 10
	// Held is how many envelopes an importer holds back until it knows what the first one says.
	Held = 64
	// OpenCalls is how many tool calls without a result an importer remembers the arguments of.
	OpenCalls = 1024
	// Conversation is the most bytes of turns and messages that lie beside the record of one conversation: they are read in the order of
	// its branches, so they are held in memory.
	Conversation = 128 << 20
	// AgentDepth is how deep sub-agents that start sub-agents are followed.
	AgentDepth = 4
)
