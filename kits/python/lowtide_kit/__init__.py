"""What runs inside a target's Python: what it tells Lowtide (notes, gc_calls, cycles, keeper), what its remedies stand on, and remedies/."""
