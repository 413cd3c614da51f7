"""The lab: arena, ratings, training and analysis."""
