"""A league's future by the API: archive, deletion and handing over."""
