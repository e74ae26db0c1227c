source("vitrine.R")

ports <- data.frame(port = c("Duluth", "Fargo"), high = c(1.25, 1.5))
tides <- vitrine_result("2 ports: Duluth 1.25 m, Fargo 1.5 m", "table", vitrine_table(ports), title = "Tides", call = "c1", name = "tide_table")

vitrine_save("results.jsonl", list(tides))
writeLines(vitrine_html(tides), "tides.html", useBytes = TRUE)
cat(vitrine_push("tides-r", tides)[1], "\n")
