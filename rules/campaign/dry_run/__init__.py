"""Commands and tables tried with dice that are nobody's, for previews and odds."""
