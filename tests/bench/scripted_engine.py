"""An engine that says what its arguments tell: pairs of a word that a line begins with, and the answer (`|`: new line).

An answer of `!` ends it. Every line that it reads is kept in the file of the first argument.
"""

import sys
from pathlib import Path


def main() -> None:
    """Answer until `quit`."""
    log, script = Path(sys.argv[1]), sys.argv[2:]
    answers = list(zip(script[::2], script[1::2], strict=True))
    for line in sys.stdin:
        with log.open("a") as file:
            file.write(line)
        for begin, answer in answers:
            if line.startswith(begin):
                if answer == "!":
                    return
                print(answer.replace("|", "\n").replace("$", line.split()[-1]), flush=True)
                break
        if line.startswith("quit"):
            return


main()
