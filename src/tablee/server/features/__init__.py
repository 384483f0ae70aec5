"""One folder a feature: model, store, service and pages together."""
