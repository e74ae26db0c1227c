# Writes an invented session file in the layout of the R package: Rscript make.R FILE
# Turns are lists as ellmer::contents_record() makes them; the state is base64 of a zlib stream of serializeJSON.
library(jsonlite)

out <- commandArgs(trailingOnly = TRUE)[[1]]
record <- function(class, ...) list(version = 1, class = paste0("ellmer::", class), props = list(...))
line <- function(...) toJSON(list(...), auto_unbox = TRUE)

weather <- data.frame(
  city    = factor(c("Duluth", "Ely", "Grand Marais")),
  day     = as.Date(c("2026-01-02", "2026-01-03", NA)),
  read_at = as.POSIXct(c("2026-01-02 06:30:00", "2026-01-03 06:30:15", "2026-01-04 06:31:00"), tz = "UTC"),
  temp_c  = c(-14.25, NA, -9),
  wind    = c(11L, 7L, NA),
  note    = c("clear", NA, "snow & <wind>")
)
artifact <- list(
  schema = "codeagent.tool-artifact", version = 1L, kind = "table", status = "success", icon = NULL,
  title = "Weather by the lake", payload = list(df = weather)
)
request <- function(id, name, ...) record("ContentToolRequest", id = id, name = name, arguments = list(...), extra = list())

turns <- list(
  record("UserTurn", contents = list(record("ContentText", text = "How cold was it by the lake?"))),
  record("AssistantTurn", contents = list(
    record("ContentThinking", thinking = "Three stations report to the same table.", extra = list()),
    record("ContentText", text = "I'll read the **stations** first."),
    request("call_1", "weather_table", region = "north shore", limit = 3, `_intent` = "Compare the stations")
  ), tokens = c(120, 45, 0), cost = 0.00125),
  record("UserTurn", contents = list(
    record("ContentToolResult",
      value = "3 rows: city, day, read_at, temp_c, wind, note", error = NULL,
      extra = list(codeagent = list(artifact = artifact, sources = list("stations.csv")), display = list(title = "Weather", open = FALSE)),
      request = request("call_1", "weather_table", region = "north shore", limit = 3)
    )
  )),
  record("AssistantTurn", contents = list(
    request("call_2", "plot_wind", values = c(11, 7, NA, Inf)),
    request("call_3", "forecast", days = 400L)
  ), tokens = c(310, 60, 100)),
  record("UserTurn", contents = list(
    record("ContentToolResult",
      value = list(
        record("ContentText", text = "Wind by station"),
        record("ContentImageInline", type = "image/png",
          data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=")
      ),
      error = NULL, extra = list(), request = request("call_2", "plot_wind", values = c(11, 7, NA, Inf))
    ),
    record("ContentToolResult",
      value = NULL, error = simpleCondition("days must be <= 16"), extra = list(),
      request = request("call_3", "forecast", days = 400L)
    )
  )),
  record("AssistantTurn", contents = list(record("ContentText", text = "It was **-14.25 °C** in Duluth. The forecast stops at 16 days.")))
)

state <- base64_enc(memCompress(charToRaw(serializeJSON(turns, digits = 8)), "gzip"))
writeLines(c(
  line(type = "session-start", sessionId = "0d4c1f0a-5a7e-4b51-9c59-6f1f6a3f7f10", cwd = "/srv/lake", timestamp = "2026-01-05T09:00:00.000Z",
    model = "example-model", format_version = 1L),
  line(type = "chat-state", sessionId = "0d4c1f0a-5a7e-4b51-9c59-6f1f6a3f7f10", timestamp = "2026-01-05T09:00:00.000Z", state = gsub("\n", "", state)),
  line(type = "user", uuid = "5d1a7a30-0000-4000-8000-000000000001", sessionId = "0d4c1f0a-5a7e-4b51-9c59-6f1f6a3f7f10",
    timestamp = "2026-01-05T09:00:00.000Z", message = list(role = "user", content = "How cold was it by the lake?")),
  line(type = "assistant", uuid = "5d1a7a30-0000-4000-8000-000000000002", sessionId = "0d4c1f0a-5a7e-4b51-9c59-6f1f6a3f7f10",
    timestamp = "2026-01-05T09:00:00.000Z", message = list(role = "assistant", content = "I'll read the **stations** first."))
), out, useBytes = TRUE)
