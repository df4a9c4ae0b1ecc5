/** LinkedIn's share page takes address and title as parameters. */
export function linkedInShareUrl(url: string, title: string): string {
  const share = new URL('https://www.linkedin.com/sharing/share-offsite/');
  share.searchParams.set('url', url);
  share.searchParams.set('title', title);
  return share.href;
}
