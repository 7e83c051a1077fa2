package told;

/** A type of the library's own. */
public record Uid(int number) {}
