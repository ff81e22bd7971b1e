/** Whether this page works without a network, and why not. */

class Offline {
  state = $state<'soon' | 'ready' | 'insecure' | 'impossible'>('soon');

  async start(): Promise<void> {
    if (!window.isSecureContext) {
      this.state = 'insecure';
      return;
    }
    try {
      await navigator.serviceWorker.register('sw.js', { scope: './' });
      await navigator.serviceWorker.ready;
      this.state = 'ready';
    } catch {
      this.state = 'impossible';
    }
  }
}

export const offline = new Offline();
