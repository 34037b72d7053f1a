"""What numbers and codes mean: HTTP statuses, provider codes, gRPC codes, OS errors, exit statuses. Data only."""
