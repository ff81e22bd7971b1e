/** Whether this page works without a network, and why not. */

/** A new worker has filled its cache, or given up. */
async function installed(worker: ServiceWorker | null): Promise<void> {
  if (!worker) return;
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (worker.state !== 'installing') resolve();
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

class Offline {
  state = $state<'soon' | 'ready' | 'insecure' | 'impossible'>('soon');

  /** Has the page kept in this language; those of earlier visits stay. */
  async start(lang: string): Promise<void> {
    if (!window.isSecureContext) {
      this.state = 'insecure';
      return;
    }
    try {
      const kept = await navigator.serviceWorker.register(`sw.js?lang=${lang}`, { scope: './' });
      await installed(kept.installing);
      await navigator.serviceWorker.ready;
      this.state = 'ready';
    } catch {
      this.state = 'impossible';
    }
  }
}

export const offline = new Offline();
