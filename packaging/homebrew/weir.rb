# Builds weir from source with Homebrew on Linux. weir uses epoll and other parts of Linux, so there is no build for macOS.
class Weir < Formula
  desc "True sizes of pictures for waterfall layouts"
  homepage "https://example.com/weir"
  url "https://example.com/weir.git", using: :git, tag: "v@VERSION@"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "swift" => :build
  depends_on "curl"
  depends_on "expat"
  depends_on "giflib"
  depends_on "jpeg-turbo"
  depends_on "jpeg-xl"
  depends_on "libheif"
  depends_on "libidn2"
  depends_on "libpng"
  depends_on "librsvg"
  depends_on "libtiff"
  depends_on :linux
  depends_on "little-cms2"
  depends_on "openssl@3"
  depends_on "sqlite"
  depends_on "webp"
  depends_on "zlib"

  def install
    folders = deps.map { |dependency| dependency.to_formula.opt_prefix }
    flags = folders.flat_map { |folder| ["-Xcc", "-I#{folder}/include", "-Xlinker", "-L#{folder}/lib", "-Xlinker", "-rpath", "-Xlinker", "#{folder}/lib"] }
    system "swift", "build", "-c", "release", "--product", "weir", "--static-swift-stdlib", "--disable-sandbox", *flags
    bin.install ".build/release/weir"
    man1.install "docs/man/weir.1"
    bash_completion.install "completions/weir.bash" => "weir"
    zsh_completion.install "completions/_weir"
    fish_completion.install "completions/weir.fish"
  end

  test do
    (testpath/"manifest.json").write '[{"w":200,"h":275,"img":"a.jpg","price":"1"}]'
    system bin/"weir", "check", "manifest.json"
  end
end
