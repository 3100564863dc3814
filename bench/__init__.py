"""Speed and signature: python -m bench.perft, python -m bench.nodes, lionleap bench."""
