"""What a game is: definition files, their reader, and positions as text. Pure Python; imports nothing of ours."""
