#!/usr/bin/env bash
# What everyway does, in some questions. Run by make demo, which puts everyway on the path.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build

heading() {
    printf '\n== %s ==\n' "$1"
}

# Show a command as it is typed, then run it.
run() {
    printf '$ %s\n' "$*"
    "$@"
}

puzzle=examples/region_queens_8x8.txt

heading "In how many ways can 8 queens stand on a chessboard so that none attacks another?"
run everyway count queens 8

heading "And but for turning and reflecting the board?"
run everyway count queens 8 --up-to symmetry

heading "The first of them"
run everyway show queens 8 --limit 1

heading "A puzzle as in the newspaper: one queen in each row, column and region, no two touching"
run cat "$puzzle"

heading "Its solution, that it is the only one, and a picture of it"
run everyway solve regions "$puzzle" --evidence --output build/region.svg

heading "Letters for digits"
run everyway solve "SEND + MORE = MONEY"

heading "Signs between the digits from 1 to 9"
run everyway show komachi 100

heading "A knight's tour from the corner, and how many there are"
run everyway first tour 5x5 --start a1 --output build/tour.svg
run everyway count tour 5x5 --start a1

heading "The newspaper's chain: fold it into a square, all arrows up"
run everyway solve examples/newspaper_chain.toml --style arrows

heading "The Tower of Hanoi, and an animation of it"
run everyway show hanoi 4 --limit 1 --output build/hanoi.gif

heading "The magic squares of order 4, but for turning and reflecting them"
run everyway count magic 4 --up-to symmetry

heading "The fewest peaceful queens that leave no free square of the chessboard (a published table says 4)"
run everyway smallest queens 8x8 --covering --evidence

heading "Two ways to search, side by side"
run everyway compare queens 8 --engines generate,plain

heading "A search step by step, as a page of its own: forward and back"
run everyway trace queens 6 --quiet --output build/steps.html

heading "All of this by hand, in the browser"
printf '%s\n' "$ everyway serve"
printf '%s\n' "(not started here: it serves until Ctrl-C)"
