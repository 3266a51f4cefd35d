"""A release as a page that can be given away; knows no method."""
