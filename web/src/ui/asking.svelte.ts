/** One question at a time before something is done: what `Sure` shows. */
export class Asking {
  question: { text: string; yes: string; then: () => unknown } | null = $state.raw(null);

  ask(text: string, yes: string, then: () => unknown): void {
    this.question = { text, yes, then };
  }
  close(): void {
    this.question = null;
  }
}
