"""What a seat may know, do and imagine: views, menus, resampled games."""
