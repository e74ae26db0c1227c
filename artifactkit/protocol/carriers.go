package protocol

// Names under which the protocol's channels travel inside other people's results (CAR-1).
const (
	// MetaArtifact and MetaDisplay are members of _meta of an MCP CallToolResult.
	MetaArtifact = "codeagent/artifact"
	MetaDisplay  = "codeagent/display"
	// Channel is the member of extra, and of the output of an AI SDK tool, that holds {"artifact": …}.
	Channel = "codeagent"
	// MediaType is the media type of the data part of an A2A artifact that is an artifact of the protocol.
	MediaType = "application/vnd.codeagent.tool-artifact+json"
)
