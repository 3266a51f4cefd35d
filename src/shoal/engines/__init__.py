"""How work is spread: partition, map, merge, and no algorithm."""
