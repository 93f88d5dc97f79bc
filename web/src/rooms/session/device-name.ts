const cookie = 'dossier_device';
const days = 400;

/**
 * Gives this browser a random name, kept for 400 days after the last sign-in. It opens nothing: the server only tells by it whether
 * somebody signed in here before, and lets them know where they did not.
 */
export function nameDevice(): void {
  const known = new RegExp(`(?:^|; )${cookie}=([\\w-]{16,64})`).exec(document.cookie)?.[1];
  const name = known ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookie}=${name}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}`;
}
