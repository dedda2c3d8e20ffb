"""Attacks with RHAD's weapons."""
