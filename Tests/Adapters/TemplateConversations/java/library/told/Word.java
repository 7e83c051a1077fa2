package told;

/** Another one. */
public record Word(String text) {}
