"""Notifications: push messages and email for people whose turn it is, or who are invited."""
