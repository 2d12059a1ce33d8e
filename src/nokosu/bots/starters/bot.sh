#!/bin/sh
# A bot for Nokosu Dice in shell: it plays the first legal action. Make it better.
#
# nokosu bot-check ./bot.sh
# nokosu arena --bot ./bot.sh --bot random --rounds 200
#
# It speaks the bot protocol: one line of JSON in, one line out. jq, where you have it, reads JSON better than sed.

while read -r line; do
    case $line in
    *'"type": "hello"'* | *'"type":"hello"'*)
        echo '{"type": "ready", "name": "starter (shell)"}'
        ;;
    *'"type": "act"'* | *'"type":"act"'*)
        id=$(printf '%s\n' "$line" | sed 's/.*"id": *\([0-9]*\).*/\1/')
        action=$(printf '%s\n' "$line" | sed 's/.*"legal": *\["\([^"]*\)".*/\1/')
        printf '{"id": %s, "action": "%s"}\n' "$id" "$action"
        ;;
    *'"type": "end"'* | *'"type":"end"'*)
        exit 0
        ;;
    esac
done
