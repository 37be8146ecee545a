import type { CDPSession, Page } from '@playwright/test';

/** A phone with a fingerprint reader, simulated by Chromium. */
export class FingerprintReader {
  private constructor(
    private readonly cdp: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  static async on(page: Page): Promise<FingerprintReader> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable', { enableUI: false });
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
    return new FingerprintReader(cdp, authenticatorId);
  }

  /** Sets whether the owner's finger is on the reader. */
  async setFinger(isOwner: boolean): Promise<void> {
    await this.cdp.send('WebAuthn.setUserVerified', {
      authenticatorId: this.authenticatorId,
      isUserVerified: isOwner,
    });
  }

  /** Replaces the only key by a copy with this signature count. */
  async replaceByCopy(signCount: number): Promise<void> {
    const { authenticatorId } = this;
    const { credentials } = await this.cdp.send('WebAuthn.getCredentials', { authenticatorId });
    const credential = { ...credentials[0]!, signCount };
    await this.cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    await this.cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
  }

  async countKeys(): Promise<number> {
    const { authenticatorId } = this;
    return (await this.cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
  }
}
