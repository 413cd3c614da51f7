# Compiled as it is: every move at a table passes through this module.
