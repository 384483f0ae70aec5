import os
import sys

# Hundreds of processes load the same modules: what is compiled of them is kept, even where that is not the custom.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
